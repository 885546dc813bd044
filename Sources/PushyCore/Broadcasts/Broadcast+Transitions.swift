import Foundation

extension Broadcast {
    /// How long a broadcast that is in trouble waits before it tries again.
    static let retryInterval: TimeInterval = 30
    /// After trying in vain for so long it stops: news of this morning must not arrive at night.
    static let patience: TimeInterval = 3_600

    /// Whether it has been trying in vain.
    var isTroubled: Bool { troubledSince != nil }

    /// Whether a sender should take it up at this moment.
    func isDue(at moment: Date) -> Bool {
        switch state {
        case .queued, .running: true
        case .scheduled: (draft.scheduledAt ?? moment) <= moment
        case .paused: retryAt.map { $0 <= moment } ?? false
        case .done, .cancelled, .stopped: false
        }
    }

    /// A sender takes it up.
    mutating func begin(at moment: Date) {
        state = .running
        startedAt = startedAt ?? moment
        forgetTrouble()
    }

    /// The sender that had it came to its end.
    mutating func end(_ ending: Ending, hasProgressed: Bool, at moment: Date) {
        switch ending {
        case .through:
            finish(.done, at: moment)
        case .asked(.pause):
            state = .paused
        case .asked(.cancel):
            finish(.cancelled, at: moment)
        case .asked(.shutDown):
            state = .running
        case .trouble(let trouble):
            why = trouble.sentence(in: draft.selection.environment)
            troubledSince = hasProgressed ? moment : troubledSince ?? moment
            let isHopeless = moment.timeIntervalSince(troubledSince ?? moment) >= Self.patience
            guard trouble.passes, !isHopeless else { return finish(.stopped, at: moment) }
            state = .paused
            retryAt = moment + Self.retryInterval
        }
        if case .trouble = ending { return }
        troubledSince = nil
    }

    /// Its owner halts it while no sender has it.
    mutating func pause() throws(BroadcastFailure) {
        switch state {
        case .scheduled, .queued, .running, .paused:
            state = .paused
            retryAt = nil
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

    /// Its owner ends it while no sender has it.
    mutating func cancel(at moment: Date) throws(BroadcastFailure) {
        switch state {
        case .scheduled, .queued, .running, .paused, .stopped: finish(.cancelled, at: moment)
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
