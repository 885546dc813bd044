import Foundation
import PushyCore

extension BroadcastTurn {
    /// One line for a log: which broadcast, whom it is for, what has come of it and why.
    func line(at moment: Date) -> String {
        switch self {
        case .began(let broadcast): "broadcast \(broadcast.id.text) begins: \(broadcast.reach)"
        case .wentOn(let broadcast):
            "broadcast \(broadcast.id.text) goes on: \(broadcast.reach), \(broadcast.tally.total.grouped) of them dealt with"
        case .halted(let broadcast): broadcast.haltLine(at: moment)
        }
    }
}

extension Broadcast {
    /// Whom it is for, without naming anybody.
    fileprivate var reach: String {
        let audience = draft.token == nil ? "audience \(draft.selection.audience.rawValue)" : "a single token"
        let place =
            switch draft.message {
            case .notification: draft.selection.environment.rawValue
            case .everywhere(_, .all): "every platform"
            case .everywhere(_, let platforms): platforms.names.map(\.rawValue).joined(separator: " and ")
            }
        let app = draft.app == .default ? "" : "app \(draft.app), "
        return "\(app)\(place), \(audience), \(recipients.devices)"
    }

    fileprivate func haltLine(at moment: Date) -> String {
        var line = "broadcast \(id.text) \(state.haltWord): \(tally.line)"
        if unsettled.total > 0 { line += "; to be tried again: \(unsettled.line)" }
        if let startedAt { line += "; after \((finishedAt ?? moment).timeIntervalSince(startedAt).worded)" }
        if let why { line += "; \(why)" }
        return line
    }
}

extension Broadcast.State {
    /// How a halt in this state is called.
    fileprivate var haltWord: String {
        switch self {
        // Nothing else takes a broadcast that runs out of its sender's hands than the end of the process.
        case .scheduled, .queued, .running: "waits for the next start"
        case .paused: "is paused"
        case .done: "is done"
        case .cancelled: "is cancelled"
        case .stopped: "stopped itself"
        }
    }
}

extension Tally {
    /// The counts in one line: those that are not zero, with the reasons.
    fileprivate var line: String {
        var parts = [("accepted", accepted), ("removed", removed), ("kept", kept), ("pending", pending)]
        parts += rejected.sorted { $0.key < $1.key }.map { ("rejected as \($0)", $1) }
        parts += failed.sorted { $0.key < $1.key }.map { ("failed as \($0)", $1) }
        let shown = parts.filter { $0.1 > 0 }.map { "\($1.grouped) \($0)" }
        return shown.isEmpty ? "nothing settled" : shown.joined(separator: ", ")
    }
}
