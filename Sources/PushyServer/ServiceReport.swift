import Foundation
import PushyCore

/// Something that an operator should know. None of it holds a message's text or a token.
public enum ServiceReport: Sendable, CustomStringConvertible {
    /// A broadcast began, went on, or was halted or ended.
    case broadcast(BroadcastTurn, at: Date)
    /// Deletions that had waited for the budget were carried out.
    case pendingDeletionsDone(Int)
    /// A share of the budget is spent, or a spike has begun.
    case quota(QuotaNotice)
    /// A notice of the budget did not reach the owner's address.
    case noticeUndelivered(NoticeFailure)
    /// Something that is done from time to time failed; it is tried again.
    case upkeepFailed(String)

    /// One line for a log.
    public var description: String {
        switch self {
        case .broadcast(let turn, let moment): turn.line(at: moment)
        case .pendingDeletionsDone(let count): "\(count) deletions of dead tokens that had waited were carried out"
        case .quota(let notice): notice.description
        case .noticeUndelivered(let failure): "An alert was not delivered: \(failure)"
        case .upkeepFailed(let sentence): sentence
        }
    }
}

extension ServiceReport {
    /// How much it matters.
    public enum Level: String, Sendable {
        /// All goes its way.
        case info
        /// Somebody should look at it some time.
        case warning
        /// Something does not work.
        case error
    }

    /// How much this matters.
    public var level: Level {
        switch self {
        case .broadcast(.halted(let broadcast), _):
            switch broadcast.state {
            case .stopped: .error
            case .paused where broadcast.why != nil: .warning
            case .scheduled, .queued, .running, .paused, .done, .cancelled: .info
            }
        case .broadcast, .pendingDeletionsDone: .info
        case .quota, .noticeUndelivered: .warning
        case .upkeepFailed: .error
        }
    }
}
