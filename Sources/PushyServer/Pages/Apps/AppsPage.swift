import PushyCore

/// The page that lists the owner's apps, with the form of a new one.
struct AppsPage: Sendable {
    let apps: [App]
    /// Whether the app of the settings has a way to APNs.
    let isStandardReachable: Bool
    var form = AppForm()
    /// What is wrong with the form.
    var faults: [DraftFault] = []
    /// Why nothing came of a form that is right.
    var refusal: String?
    /// What was done just now, in a sentence.
    var done: String?

    func page(in frame: PageFrame) -> Page {
        let isRefused = !faults.isEmpty || refusal != nil
        let content = Self.template.render([
            "formToken": frame.formToken.map(TemplateValue.text),
            "done": done.map(TemplateValue.text),
            "apps": .list(apps.map(row)),
            "isOpen": .flag(apps.count == 1 || isRefused),
            "hasFaults": .flag(isRefused),
            "faults": .list((refusal.map { [["fault": .text($0)]] } ?? []) + faults.map(Self.line)),
            "names": fields(AppForm.names),
            "groups": .list(PushServiceKind.allCases.map(group)),
        ])
        var page = Page("Apps", content)
        page.frame = frame
        page.section = .apps
        if isRefused { page.status = .badRequest }
        return page
    }

    private func row(_ app: App) -> TemplateScope {
        [
            "name": .text(app.name), "id": .text(app.id.text), "address": .text(app.address),
            "services": .list(
                PushServiceKind.allCases.map { service in
                    let isByTheSettings = app.id == .default && service == .apns && isStandardReachable
                    let isThere = app.hasCredentials(for: service) || isByTheSettings
                    return ["service": .text(service.title), "isThere": .flag(isThere)]
                }
            ),
        ]
    }

    private func group(_ service: PushServiceKind) -> TemplateScope {
        let all = AppForm.fields(for: service)
        let isUsed = all.contains { field in form[field.name] != nil || faults.contains { $0.field == field.name } }
        return [
            "group": .text(service.title), "reached": .text(service.reached), "groupIsOpen": .flag(isUsed),
            "fields": fields(all),
        ]
    }

    private func fields(_ fields: [FormField]) -> TemplateValue {
        .list(
            fields.map { field in
                let fault = faults.first { $0.field == field.name }?.reason
                return ["field": .html(field.html(value: form[field.name] ?? "", fault: fault))]
            }
        )
    }

    private static func line(_ fault: DraftFault) -> TemplateScope {
        [
            "fault": .text(fault.reason), "faultField": .text(fault.field),
            "faultLabel": .text(AppForm.label(of: fault.field)),
        ]
    }

    private static let template = Template(PackageResources.apps_html)
}
