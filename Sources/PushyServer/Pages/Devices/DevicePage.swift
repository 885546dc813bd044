import Foundation
import PushyCore

/// The page of one device: what is kept of it, and its token once it is asked for.
struct DevicePage: Sendable {
    let sheet: TokenSheet
    /// What marks it as one of the owner's own, if it is.
    let mark: TestDevice?
    /// Whether the token is shown whole.
    let isShown: Bool
    /// What was filled in as its name, and what is wrong with that.
    var refusedName: (text: String, fault: DraftFault)?

    /// What was brought by an import may be long; this is enough to know it by.
    private static let shownByteCount = 4_096

    func page(in frame: PageFrame) -> Page {
        let address = sheet.token.address
        let content = Self.template.render([
            "token": .text(isShown ? sheet.token.hex : sheet.token.masked),
            "show": isShown ? nil : .text("\(address)?token=shown"),
            "hide": isShown ? .text(address) : nil,
            "removal": .text("\(address)/remove"),
            "isPending": .flag(sheet.isPending),
            "fault": fault.map(TemplateValue.text),
            "facts": .list(facts),
            "formToken": frame.formToken.map(TemplateValue.text),
            "marking": .text("\(address)/mark"),
            "isMarked": .flag(mark != nil),
            "isNaming": .flag(refusedName != nil),
            "nameField": .html(
                Self.nameField.html(value: refusedName?.text ?? mark?.name ?? "", fault: refusedName?.fault.reason)
            ),
            "environmentField": environmentField.map {
                .html($0.html(value: (mark?.environment ?? .production).rawValue, fault: nil))
            },
            "stored": .text(text(of: sheet.entry.value)),
            "metadata": (sheet.entry.metadata?.json).map { .text(text(of: $0)) },
        ])
        var page = Page("Device \(sheet.token.masked)", content)
        page.frame = frame
        page.section = .devices
        if refusedName != nil { page.status = .badRequest }
        return page
    }

    private static let nameField = FormField(
        name: "deviceName",
        label: "Name",
        hint: "Messages are tried on it, by this name, before they go to everybody.",
        isProse: true
    )

    /// Where to reach it, when its record does not say it.
    private var environmentField: FormField? {
        guard (try? sheet.record.get().environment) == nil else { return nil }
        return FormField(
            name: "deviceEnvironment",
            label: "Environment",
            kind: .choice(APNsEnvironment.allCases.map { ($0.rawValue, $0.worded) })
        )
    }

    private var fault: String? {
        if case .failure(let fault) = sheet.record { fault.description } else { nil }
    }

    private var facts: [TemplateScope] {
        var facts: [TemplateScope] = []
        if let mark { facts.append(["name": "Test device", "value": .text(mark.name)]) }
        if case .success(let record) = sheet.record {
            facts += [
                ["name": "Has", "value": .text(record.pro ? "Pro" : "Free")],
                [
                    "name": "Environment",
                    "value": .text(record.environment?.worded ?? "None named: it goes with either"),
                ],
                Self.fact("Registered", record.registered) ?? [
                    "name": "Registered", "value": "Its record does not say",
                ],
            ]
        }
        let expiry = sheet.entry.expiration.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        return facts + [Self.fact("Vanishes", expiry)].compactMap { $0 }
    }

    private static func fact(_ name: String, _ moment: Date?) -> TemplateScope? {
        moment.map { ["name": .text(name), "value": .text($0.worded), "moment": .text($0.rfc3339)] }
    }

    /// Stored bytes for a person, in which the token is masked as well.
    private func text(of bytes: [UInt8]) -> String {
        let shown = bytes.prefix(Self.shownByteCount)
        var text = String(decoding: shown, as: UTF8.self)
        if !isShown { text = text.replacing(sheet.token.hex, with: sheet.token.masked) }
        let rest = bytes.count - shown.count
        return rest > 0 ? "\(text)\n… and \(rest.grouped) bytes more" : text
    }

    private static let template = Template(PackageResources.device_html)
}
