import PushyCore

extension Page {
    private static let broadcastTemplate = Template(PackageResources.broadcast_html)
    /// Quick enough to watch, slow enough to read.
    private static let refreshSeconds = 2

    /// A broadcast's standing: how far it is, what came of it and why, and what can be done.
    static func broadcast(_ broadcast: Broadcast, formToken: String?) -> Page {
        let content = broadcastTemplate.render(
            broadcast.standing
                .with(["formToken": formToken.map(TemplateValue.text), "controls": .list(broadcast.controls)])
        )
        var page = Page(broadcast.draft.message.headline, content)
        page.formToken = formToken
        page.section = .history
        if !broadcast.state.isOver { page.refreshSeconds = refreshSeconds }
        return page
    }
}

extension Broadcast {
    fileprivate var standing: TemplateScope {
        let settled = tally.total
        let reasons = tally.reasons
        return [
            "headline": .text(draft.message.headline),
            "events": .text("\(address)/events"),
            "again": .text("/admin?again=\(id.text)"),
            "state": .text(state.rawValue),
            "summary": .text(state.summary),
            "why": why.map(TemplateValue.text),
            "total": .text(String(max(recipients, 1))),
            "done": .text(String(state == .done ? max(recipients, 1) : settled)),
            "percent": .text("\(settled * 100 / max(recipients, 1)) %"),
            "progress": .text("\(progress) dealt with"),
            "counts": .list(tally.counts),
            "hasReasons": .flag(!reasons.isEmpty),
            "reasons": .list(reasons),
            "unsettled": unsettled.total == 0 ? nil : .text(unsettledSentence),
            "unsettledReasons": .list(unsettled.reasons),
            "message": .html(draft.message.html),
            "facts": .list(facts),
        ]
    }

    /// How many were answered and yet are not dealt with, and what becomes of them.
    private var unsettledSentence: String {
        let isOne = unsettled.total == 1
        let count =
            "\(unsettled.total.devices) \(isOne ? "was" : "were") tried and \(isOne ? "is" : "are") not dealt with"
        return state == .cancelled
            ? "\(count)." : "\(count): \(isOne ? "it is" : "they are") tried again when it goes on."
    }

    /// What can be done with it as it stands.
    fileprivate var controls: [TemplateScope] {
        let pause: TemplateScope = ["action": .text("\(address)/pause"), "name": "Pause", "style": ""]
        let resume: TemplateScope = ["action": .text("\(address)/resume"), "name": "Resume", "style": "primary"]
        let cancel: TemplateScope = ["action": .text("\(address)/cancel"), "name": "Cancel", "style": "danger"]
        return switch state {
        case .scheduled, .queued, .running: [pause, cancel]
        case .paused, .stopped: [resume, cancel]
        case .done, .cancelled: []
        }
    }

    private var facts: [TemplateScope] {
        let selection = draft.selection
        var facts: [TemplateScope] = [
            ["name": "Environment", "value": .text(selection.environment.worded)],
            ["name": "Audience", "value": .text(draft.token.map(\.masked) ?? selection.audience.worded)],
        ]
        let moments = [
            ("Created", createdAt), ("Scheduled for", draft.scheduledAt), ("Started", startedAt),
            ("Finished", finishedAt), ("Tries again", retryAt),
        ]
        for case (let name, let moment?) in moments {
            facts.append(["name": .text(name), "value": .text(moment.worded), "moment": .text(moment.rfc3339)])
        }
        if let startedAt, let finishedAt {
            facts.append(["name": "Took", "value": .text(finishedAt.timeIntervalSince(startedAt).worded)])
        }
        return facts
    }
}

extension Broadcast.State {
    /// The state in a sentence.
    fileprivate var summary: String {
        switch self {
        case .scheduled: "It waits for its time."
        case .queued: "It begins at once."
        case .running: "It is being sent. This page can be closed and opened again."
        case .paused: "It is halted, and goes on where it was."
        case .done: "Every device has been dealt with."
        case .cancelled: "It was ended before every device was dealt with."
        case .stopped: "It stopped itself before every device was dealt with."
        }
    }
}
