import PushyCore

/// The page that asks once more before a device is removed.
struct RemovalPage: Sendable {
    let token: DeviceToken
    let deletes: KVSpending?
    /// Whether deletes are refused once they are spent.
    let isEnforced: Bool

    func page(formToken: String?) -> Page {
        let content = Self.template.render([
            "formToken": formToken.map(TemplateValue.text),
            "token": .text(token.masked),
            "action": .text("\(token.address)/remove"),
            "back": .text(token.address),
            "cost": .text(cost),
        ])
        var page = Page("Remove a device?", content)
        page.formToken = formToken
        page.section = .devices
        return page
    }

    private var cost: String {
        guard let deletes, let limit = deletes.limit, let remaining = deletes.remaining else {
            return "It takes one delete, of which there is no limit."
        }
        if remaining == 0, isEnforced {
            return
                "All \(limit.grouped) deletes of the budget are spent: it is left out of broadcasts from now on, and "
                + "deleted when the next budget begins."
        }
        return "It takes one delete of the budget: \(deletes.used.grouped) of \(limit.grouped) are used."
    }

    private static let template = Template(PackageResources.removal_html)
}
