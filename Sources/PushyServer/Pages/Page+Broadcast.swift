import Foundation
import PushyCore

extension Page {
    private static let broadcastTemplate = Template(PackageResources.broadcast_html)
    /// Quick enough to watch, slow enough to read.
    private static let refreshSeconds = 2

    /// A broadcast's standing: how far it is, what came of it and why, and what can be done.
    ///
    /// Where there are several apps, its app's name is among the facts.
    static func broadcast(_ broadcast: Broadcast, of app: String?, at moment: Date, frame: PageFrame) -> Page {
        let content = broadcastTemplate.render(
            broadcast.standing(of: app, at: moment)
                .with(["formToken": frame.formToken.map(TemplateValue.text), "controls": .list(broadcast.controls)])
        )
        var page = Page(broadcast.draft.message.headline, content)
        page.frame = frame
        page.section = .history
        if !broadcast.state.isOver { page.refreshSeconds = refreshSeconds }
        return page
    }
}

extension Broadcast {
    fileprivate func standing(of app: String?, at moment: Date) -> TemplateScope {
        let reasons = tally.reasons(isByEveryService: draft.isByEveryService)
        return [
            "headline": .text(draft.message.headline),
            "events": .text("\(address)/events"),
            "again": .text(againAddress),
            "state": .text(state.rawValue),
            "summary": .text(departed > 0 ? "Every device that was still there has been dealt with." : state.summary),
            "why": why.map(TemplateValue.text),
            "total": .text(String(max(recipients, 1))),
            "done": .text(String(state == .done ? max(recipients, 1) : tally.total)),
            "percent": .text("\(percent) %"),
            "progress": .text("\(progress) dealt with\(departure)"),
            "pace": pace(at: moment).map { .text($0.words) },
            "counts": .list(tally.counts(by: draft.carrier)),
            "hasReasons": .flag(!reasons.isEmpty),
            "reasons": .list(reasons),
            "unsettled": unsettled.total == 0 ? nil : .text(unsettledSentence),
            "unsettledReasons": .list(unsettled.reasons(isByEveryService: draft.isByEveryService)),
            "message": .html(draft.message.html),
            "facts": .list((app.map { [["name": "App", "value": .text($0)]] } ?? []) + facts),
            "goingOn": state.isOver ? draft.intention.map { .text($0.words) } : nil,
        ]
    }

    /// How many of those that there were in the beginning were not there any more when their turn came.
    private var departed: Int { state == .done ? max(0, recipients - tally.total) : 0 }

    private var departure: String {
        departed == 0
            ? ""
            : ". \(departed.grouped) \(departed == 1 ? "was" : "were") removed before \(departed == 1 ? "its" : "their") turn, or belonged to the audience no more"
    }

    private var percent: Int {
        state == .done ? 100 : min(100, tally.total * 100 / max(recipients, 1))
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
        let cancel: TemplateScope = ["link": .text("\(address)/cancel"), "name": "Cancel …", "style": "danger"]
        return switch state {
        case .scheduled, .queued, .running: [pause, cancel]
        case .paused, .stopped: [resume, cancel]
        case .done, .cancelled: []
        }
    }

    private var facts: [TemplateScope] {
        var facts: [TemplateScope] = [draft.reach, ["name": "Audience", "value": .text(draft.audience)]]
        if let rate = draft.ratePerSecond {
            facts.append(["name": "Rate", "value": .text("At most \(rate.grouped) a second")])
        }
        if let scheduledAt = draft.scheduledAt {
            facts.append(draft.fact(scheduledAt).with(["name": "Scheduled for"]))
        }
        let moments = [
            ("Created", createdAt), ("Started", startedAt), ("Finished", finishedAt), ("Tries again", retryAt),
        ]
        for case (let name, let moment?) in moments {
            facts.append(["name": .text(name), "value": .text(moment.worded), "moment": .text(moment.rfc3339)])
        }
        if let duration { facts.append(["name": "Took", "value": .text(duration.asDuration)]) }
        return facts
    }
}

extension Broadcast {
    /// Where its message fills the form again.
    var againAddress: String {
        switch draft.message {
        case .notification: "/admin?again=\(id.text)"
        case .everywhere: "/admin/apps/\(draft.app)/message?again=\(id.text)"
        }
    }

    /// From its first notification to its end.
    var duration: TimeInterval? {
        guard let startedAt, let finishedAt else { return nil }
        return finishedAt.timeIntervalSince(startedAt)
    }
}

extension Broadcast.Pace {
    /// For a person: `1,204 a second, about 12 s left`.
    fileprivate var words: String {
        let rate = perSecond < 2 ? String(format: "%.1f", perSecond) : Int(perSecond.rounded()).grouped
        return "\(rate) a second, about \(secondsLeft.worded) left"
    }
}

extension Draft {
    /// Which devices it is for.
    fileprivate var reach: TemplateScope {
        switch message {
        case .notification: ["name": "Environment", "value": .text(selection.environment.worded)]
        case .everywhere(_, let platforms): ["name": "Platforms", "value": .text(platforms.words)]
        }
    }

    /// Whether devices of every service may be among those that it is for.
    fileprivate var isByEveryService: Bool {
        if case .everywhere = message { true } else { false }
    }

    /// Who carries it to the devices.
    fileprivate var carrier: String {
        switch message {
        case .notification: "APNs"
        case .everywhere: "Its service"
        }
    }

    /// Whom it goes to, for a person.
    var audience: String {
        guard let token else { return selection.audience.worded }
        guard let name = intention?.deviceName, name != token.masked else { return "One device, \(token.masked)" }
        return "One device, \(name)"
    }
}

extension Draft.Intention {
    /// Whom it is for, for the button that leads on.
    fileprivate var words: String {
        "Go on: \(selection.audience.worded.lowercased()) in \(selection.environment.rawValue)"
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
