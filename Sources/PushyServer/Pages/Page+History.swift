import PushyCore

extension Page {
    private static let historyTemplate = Template(PackageResources.history_html)

    /// A page of past broadcasts.
    static func history(_ broadcasts: BroadcastPage, naming apps: [AppID: String], frame: PageFrame) -> Page {
        var page = Page(
            "History",
            historyTemplate.render(["broadcasts": .html(broadcasts.html(more: "Older ones", naming: apps))])
        )
        page.frame = frame
        page.section = .history
        return page
    }
}

extension BroadcastPage {
    private static let template = Template(PackageResources.broadcasts_html)
    private static let glanceTemplate = Template(PackageResources.recent_html)

    /// The broadcasts as a list, and a link to the next ones if there are any.
    func html(more: String, naming apps: [AppID: String]) -> HTML {
        Self.template.render([
            "broadcasts": .list(broadcasts.map { $0.entry(naming: apps) }),
            "more": cursor.map { .text("/admin/broadcasts?cursor=\($0.text)") },
            "moreText": .text(more),
        ])
    }

    /// The broadcasts at a glance, a line or two each.
    func glance(naming apps: [AppID: String]) -> HTML {
        Self.glanceTemplate.render(["broadcasts": .list(broadcasts.map { $0.entry(naming: apps) })])
    }
}

extension Broadcast {
    /// How many of its devices have been dealt with.
    var progress: String { "\(tally.total.grouped) of \(recipients.devices)" }

    fileprivate func entry(naming apps: [AppID: String]) -> TemplateScope {
        let headline = draft.message.headline
        let alert = draft.message.shownAlert
        let rest = [alert.subtitle, alert.body].compactMap { $0 == headline ? nil : $0 }.joined(separator: "\n")
        return [
            "address": .text(address),
            "again": .text(againAddress),
            "state": .text(state.rawValue),
            "headline": .text(headline),
            "rest": .text(rest),
            "app": draft.name(among: apps).map(TemplateValue.text),
            "audience": .text("\(draft.audience) \(draft.place)"),
            "result": .text("\(progress), \(tally.summary)"),
            "duration": duration.map { .text("took \($0.asDuration)") },
            "scheduled": state == .scheduled ? draft.scheduledAt.map { .text(draft.words(for: $0)) } : nil,
            "moment": .text((startedAt ?? createdAt).rfc3339),
            "began": .text((startedAt ?? createdAt).worded),
        ]
    }
}

extension Tally {
    /// What came of it: `300 accepted, 6 removed`.
    fileprivate var summary: String {
        let parts = [
            (removed, "removed"), (kept, "kept"), (pending, "pending"), (rejected.values.reduce(0, +), "rejected"),
            (failed.values.reduce(0, +), "failed"),
        ]
        return (["\(accepted.grouped) accepted"] + parts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" })
            .joined(separator: ", ")
    }
}
