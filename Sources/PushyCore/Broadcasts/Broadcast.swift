import Foundation
import WorkersKV

/// A message on its way to an audience: a stored thing, which a killed sender takes up again where it was.
public struct Broadcast: Hashable, Sendable, Identifiable, Codable {
    /// Where a broadcast stands.
    public enum State: String, Hashable, Sendable, Codable {
        /// Waits for its time.
        case scheduled
        /// Waits for its turn.
        case queued
        /// Is being sent.
        case running
        /// Was halted, and can go on.
        case paused
        /// Every recipient has been dealt with.
        case done
        /// Was ended by its owner.
        case cancelled
        /// Ended itself, see ``Broadcast/why``; what it refused to go on with can be resumed once mended.
        case stopped

        /// Whether nothing will change any more unless the owner resumes it.
        public var isOver: Bool {
            switch self {
            case .done, .cancelled, .stopped: true
            case .scheduled, .queued, .running, .paused: false
            }
        }
    }

    public let id: BroadcastID
    public let draft: Draft
    public let createdAt: Date
    /// Tells the app from a deleted one of the same id; nil for the default app, which always is the same.
    let incarnation: String?
    /// The devices that the audience had when the broadcast was created.
    public let recipients: Int

    public internal(set) var state: State
    /// Why it was stopped or paused, as a sentence for its owner.
    public internal(set) var why: String?
    public internal(set) var tally = Tally()
    public internal(set) var startedAt: Date?
    public internal(set) var finishedAt: Date?
    /// Answers to recipients that are tried again when the broadcast goes on, such as a refusal of the key.
    public internal(set) var unsettled = Tally()
    /// When a broadcast that paused itself tries again.
    public internal(set) var retryAt: Date?
    /// When its sender took it up last.
    private(set) var wentOnAt: Date?
    /// How many recipients had been dealt with by then.
    private(set) var settledBefore: Int?
    /// Since when it has been trying in vain.
    var troubledSince: Date?
    /// The part that a broadcast to every service is in; nil before the second, and for all others.
    var leg: BroadcastLeg?
    /// The last key of the walk whose recipients have all been dealt with.
    var cursor: String?
    /// The tokens of those before the cursor who wait to be tried again; nil is nobody.
    var late: [String]?
    /// The tokens of those behind the cursor who have been dealt with already; nil is nobody.
    private(set) var ahead: [String]?
    /// How often it has been stored: of two copies, the one with the greater count is the newer.
    var revision = 0
}

extension Broadcast {
    init(_ draft: Draft, recipients: Int, of app: App? = nil, at moment: Date) {
        id = BroadcastID(at: moment)
        self.draft = draft
        self.recipients = recipients
        incarnation = app?.incarnation
        createdAt = moment
        state = (draft.scheduledAt ?? moment) > moment ? .scheduled : .queued
    }
}

extension Broadcast {
    /// How fast a broadcast goes, and how long it will take.
    public struct Pace: Hashable, Sendable {
        /// Recipients dealt with in a second.
        public let perSecond: Double
        /// Until all have been dealt with, at this pace.
        public let secondsLeft: TimeInterval
    }

    /// The pace since its sender took it up; nil while it does not run, and before anything can be said.
    public func pace(at moment: Date) -> Pace? {
        guard state == .running, let wentOnAt, let settledBefore else { return nil }
        let (settled, seconds) = (tally.total - settledBefore, moment.timeIntervalSince(wentOnAt))
        guard settled > 0, seconds > 0 else { return nil }
        let perSecond = Double(settled) / seconds
        return Pace(perSecond: perSecond, secondsLeft: Double(max(0, recipients - tally.total)) / perSecond)
    }

    /// A sender takes it up now.
    mutating func notePace(from moment: Date) {
        wentOnAt = moment
        settledBefore = tally.total
    }
}

extension Broadcast {
    /// Some behind the cursor have been dealt with; those whom it has passed by now are forgotten.
    mutating func noteAhead(_ more: [String]) {
        let all = (ahead ?? []) + more
        let left = all.filter { $0 > cursor ?? "" }
        ahead = left.isEmpty ? nil : left
    }

    /// Its walk is over.
    mutating func forgetAhead() {
        ahead = nil
    }
}
