import Foundation

extension Broadcast {
    /// How long a broadcast that is in trouble waits before it tries again.
    static let retryInterval: TimeInterval = 30
    /// After trying in vain for so long it stops: news of this morning must not arrive at night.
    static let patience: TimeInterval = 3_600
    /// Fewer browsers than a page's are given up after this, see ``OutageRule``.
    static let patienceWithFew: TimeInterval = 600

    /// Whether it has been trying in vain.
    var isTroubled: Bool { troubledSince != nil }

    /// Whether even a few devices that cannot be reached are still waited for.
    func isPatientWithFew(at moment: Date) -> Bool {
        troubledSince.map { moment.timeIntervalSince($0) < Self.patienceWithFew } ?? true
    }

    /// Whether a sender should take it up at this moment.
    func isDue(at moment: Date) -> Bool {
        switch state {
        case .queued, .running: true
        case .scheduled: (draft.scheduledAt ?? moment) <= moment
        case .paused: retryAt.map { $0 <= moment } ?? false
        case .done, .cancelled, .stopped: false
        }
    }

    /// A sender takes it up, unless somebody halted it meanwhile.
    mutating func begin(at moment: Date) throws(BroadcastFailure) {
        guard isDue(at: moment) else { throw .wrongState(state, wanted: "sent") }
        state = .running
        startedAt = startedAt ?? moment
        notePace(from: moment)
        forgetTrouble()
    }

    /// The sender that had it came to its end; what its owner has made of it meanwhile stands.
    mutating func end(_ ending: Ending, unsettled: Tally, hasProgressed: Bool, at moment: Date) {
        self.unsettled = unsettled
        switch (ending, state) {
        case (.through, .running), (.through, .paused), (.through, .queued):
            finish(.done, at: moment)
            troubledSince = nil
            forgetAhead()
        case (.trouble(let trouble), .running):
            suffer(trouble, hasProgressed: hasProgressed, at: moment)
        case (.halted, _):
            troubledSince = nil
        case (.through, _), (.trouble, _):
            break
        }
    }

    /// It cannot go on: what passes is waited for, and what does not, or not in time, stops it.
    mutating func suffer(_ trouble: Trouble, hasProgressed: Bool, at moment: Date) {
        why = trouble.sentence(in: environment)
        troubledSince = hasProgressed ? moment : troubledSince ?? moment
        let isHopeless = moment.timeIntervalSince(troubledSince ?? moment) >= Self.patience
        guard trouble.passes, !isHopeless else { return finish(.stopped, at: moment) }
        state = .paused
        retryAt = moment + Self.retryInterval
    }

    /// Its owner halts it.
    mutating func pause() throws(BroadcastFailure) {
        switch state {
        case .scheduled, .queued, .running, .paused:
            state = .paused
            retryAt = nil
            why = nil
        case .done, .cancelled, .stopped:
            throw .wrongState(state, wanted: "paused")
        }
    }

    /// Its owner lets it go on; one that stopped itself tries anew those who were refused.
    mutating func resume(at moment: Date) throws(BroadcastFailure) {
        switch state {
        case .paused, .stopped:
            state = (draft.scheduledAt ?? moment) > moment ? .scheduled : .queued
            finishedAt = nil
            troubledSince = nil
            forgetTrouble()
        case .scheduled, .queued, .running, .done, .cancelled:
            throw .wrongState(state, wanted: "resumed")
        }
    }

    /// Its owner ends it, or the end of its app does, which is the reason then.
    mutating func cancel(at moment: Date, because reason: String? = nil) throws(BroadcastFailure) {
        switch state {
        case .scheduled, .queued, .running, .paused, .stopped:
            why = reason
            finish(.cancelled, at: moment)
        case .done, .cancelled: throw .wrongState(state, wanted: "cancelled")
        }
    }

    private mutating func finish(_ end: State, at moment: Date) {
        state = end
        finishedAt = moment
        retryAt = nil
    }

    private mutating func forgetTrouble() {
        why = nil
        retryAt = nil
        unsettled = Tally()
    }
}
