import PushyCore

extension Page {
    private static let historyTemplate = Template(PackageResources.history_html)

    /// A page of past broadcasts.
    static func history(_ broadcasts: BroadcastPage, formToken: String?) -> Page {
        var page = Page(
            "History",
            historyTemplate.render(["broadcasts": .html(broadcasts.html(more: "Older ones"))])
        )
        page.formToken = formToken
        page.section = .history
        return page
    }
}

extension BroadcastPage {
    private static let template = Template(PackageResources.broadcasts_html)

    /// The broadcasts as a list, and a link to the next ones if there are any.
    func html(more: String) -> HTML {
        Self.template.render([
            "broadcasts": .list(broadcasts.map(\.row)),
            "more": cursor.map { .text("/admin/broadcasts?cursor=\($0.text)") },
            "moreText": .text(more),
        ])
    }
}

extension Broadcast {
    /// How many of its devices have been dealt with.
    var progress: String { "\(tally.total.grouped) of \(recipients.devices)" }

    fileprivate var row: TemplateScope {
        [
            "address": .text(address),
            "state": .text(state.rawValue),
            "headline": .text(draft.message.headline),
            "result": .text("\(progress), \(tally.accepted.grouped) accepted"),
            "moment": .text(createdAt.rfc3339),
            "created": .text(createdAt.worded),
        ]
    }
}
