import Foundation
import PushyCore

/// The page of one app: its devices, the state of its keys and credentials, and what was sent last. No secret stands on it.
struct AppPage: Sendable {
    let app: App
    let counts: DeviceCounts
    let sends: [SendLog.Entry]
    /// Why what is stored for a service cannot be used.
    let troubles: [PushServiceKind: AppFailure]
    /// Why the app of the settings has no way to APNs, if it has none.
    let missing: String?
    /// What was done just now, in a sentence.
    var done: String?
    /// A form of a service's credentials that was refused.
    var refused: Refusal?

    /// A form that was refused, and why.
    struct Refusal: Sendable {
        /// Nil for the form of the name.
        let service: PushServiceKind?
        let form: AppForm
        let fault: DraftFault
    }

    func page(in frame: PageFrame) -> Page {
        let content = Self.template.render(
            standing.with([
                "formToken": frame.formToken.map(TemplateValue.text),
                "done": done.map(TemplateValue.text),
                "keys": .list([AppKey.Role.backend, .client].map(key)),
                "services": .list(PushServiceKind.allCases.map(service)),
                "sends": .html(sends.html),
                "hasSends": .flag(!sends.isEmpty),
                "nameField": .html(nameField),
                "deletion": app.id == .default ? nil : .text("\(app.address)/delete"),
            ])
        )
        var page = Page(app.name, content)
        page.frame = frame
        page.section = .apps
        if refused != nil { page.status = .badRequest }
        return page
    }

    private var standing: TemplateScope {
        let all = counts.all()
        return [
            "name": .text(app.name),
            "id": .text(app.id.text),
            "address": .text(app.address),
            "created": (app.createdAt?.worded).map(TemplateValue.text),
            "createdMoment": (app.createdAt?.rfc3339).map(TemplateValue.text),
            "hasDevices": .flag(all > 0),
            "all": .text(all.grouped),
            "platforms": .list(
                DevicePlatform.allCases.compactMap { platform in
                    let count = counts.devices(on: platform)
                    guard count > 0 else { return nil }
                    return ["platform": .text(platform.worded), "count": .text(count.grouped)]
                }
            ),
        ]
    }

    private var nameField: HTML {
        let isRefused = refused.map { $0.service == nil } ?? false
        return FormField(name: "name", label: "Name", isProse: true).html(
            value: isRefused ? refused?.form["name"] ?? "" : app.name,
            fault: isRefused ? refused?.fault.reason : nil
        )
    }

    private func key(_ role: AppKey.Role) -> TemplateScope {
        let mark = app[key: role]
        let isNamedElsewhere = app.id == .default && role == .client
        return [
            "keyName": .text(role.title),
            "purpose": .text(role.purpose),
            "keyVerb": .text(mark.map { app.isRotated($0) ? "Rotated" : "Made" } ?? ""),
            "keyMade": (mark?.madeAt.worded).map(TemplateValue.text),
            "keyMoment": (mark?.madeAt.rfc3339).map(TemplateValue.text),
            "maker": (mark?.maker).map { .text(", \($0.words)") },
            "keyMissing": .text(isNamedElsewhere ? "PUSHY_APP_KEY, in the server's settings" : "None yet"),
            "rotation": isNamedElsewhere ? nil : .text("\(app.address)/rotate-key?key=\(role.word)"),
            "rotationName": .text(mark == nil ? "Make an \(role.title) …" : "Rotate …"),
        ]
    }

    private static let template = Template(PackageResources.app_html)
}

extension AppPage {
    private func service(_ service: PushServiceKind) -> TemplateScope {
        let isBySettings = app.id == .default && service == .apns
        let isThere = app.hasCredentials(for: service)
        let trouble = troubles[service]
        let isWrong = trouble != nil || isBySettings && missing != nil
        let facts = app.facts(of: service)
        return [
            "serviceID": .text(service.credentialsName),
            "service": .text(service.title),
            "reached": .text("Reaches \(service.reached)"),
            "verdict": .text(isWrong ? "wrong" : isThere || isBySettings ? "ok" : "none"),
            "standing": .text(isWrong ? "cannot be used" : isThere || isBySettings ? "configured" : "not configured"),
            "changed": (app.credentialsChanged(for: service)?.worded).map(TemplateValue.text),
            "changedMoment": (app.credentialsChanged(for: service)?.rfc3339).map(TemplateValue.text),
            "trouble": (trouble?.description ?? (isBySettings ? missing : nil)).map(TemplateValue.text),
            "hasFacts": .flag(!facts.isEmpty),
            "facts": .list(facts.map { ["fact": .text($0.name), "value": .text($0.value)] }),
            "elsewhere": isBySettings ? "The server's PUSHY_APNS_ settings say how." : nil,
            "action": isBySettings ? nil : .text("\(app.address)/credentials/\(service.credentialsName)"),
            "isThere": .flag(isThere),
            "isOpen": .flag(refused?.service == service),
            "changeName": .text(isThere ? "Change it" : "Set it up"),
            "fields": .list(fields(of: service)),
        ]
    }

    private func fields(of service: PushServiceKind) -> [TemplateScope] {
        let refusal = refused?.service == service ? refused : nil
        let choice = service == .webPush && app.hasCredentials(for: .webPush) ? [AppForm.pairField] : []
        return (AppForm.fields(for: service) + choice).map { field in
            let fault = refusal.flatMap { $0.fault.field == field.name ? $0.fault.reason : nil }
            let value = refusal?.form[field.name] ?? app.shownValue(of: field.name)
            return ["field": .html(field.html(value: value, fault: fault))]
        }
    }
}

extension App {
    /// Whether a key came later than the app did.
    fileprivate func isRotated(_ mark: KeyMark) -> Bool {
        guard let createdAt else { return false }
        return mark.madeAt.timeIntervalSince(createdAt) >= 1
    }

    /// What may be shown of its credentials for a service.
    fileprivate func facts(of service: PushServiceKind) -> [(name: String, value: String)] {
        switch service {
        case .apns:
            apns.map { [("Key ID", $0.keyID), ("Team ID", $0.teamID), ("Bundle ID", $0.bundleID)] } ?? []
        case .fcm: fcm.map { [("Project", $0.projectID), ("Account", $0.clientEmail)] } ?? []
        case .webPush:
            vapid.map { vapid in
                let formerCount = vapid.publicKeys.count - 1
                return [("Subject", vapid.subject), ("Public key", vapid.publicKey ?? "")]
                    + (formerCount > 0 ? [("Former pairs in use", formerCount.grouped)] : [])
            } ?? []
        }
    }

    /// What a field of the form of its credentials begins with: what is no secret.
    fileprivate func shownValue(of field: String) -> String {
        switch field {
        case "apns.key_id": apns?.keyID ?? ""
        case "apns.team_id": apns?.teamID ?? ""
        case "apns.bundle_id": apns?.bundleID ?? ""
        case "vapid.subject": vapid?.subject ?? ""
        default: ""
        }
    }
}

extension KeyMaker {
    /// Where it was asked for.
    fileprivate var words: String {
        switch self {
        case .page: "in a browser"
        case .program: "by a program"
        case .command: "on the command line"
        }
    }
}
