import APNs

/// What became of one recipient, once the store has had its say about the outcome.
enum Fate: Hashable, Sendable {
    case accepted
    case removed
    case kept
    case pending
    case rejected(APNsReason)
    case failed(APNsFailure)

    /// The fate of a recipient whose token nobody touches, whatever APNs says of it.
    init(untouched outcome: APNsOutcome) {
        switch outcome {
        case .accepted: self = .accepted
        case .gone: self = .kept
        case .rejected(_, let reason): self = .rejected(reason)
        case .failed(let failure), .unserved(let failure), .late(let failure): self = .failed(failure)
        }
    }
}

extension Tally {
    mutating func count(_ fate: Fate) {
        switch fate {
        case .accepted: accepted += 1
        case .removed: removed += 1
        case .kept: kept += 1
        case .pending: pending += 1
        case .rejected(let reason): rejected.count(reason: reason.rawValue)
        case .failed(let failure): failed.count(reason: failure.name)
        }
    }
}

extension Tally {
    /// What was answered to recipients that will be tried again: nothing is deleted for it.
    init(untouched pages: [AnsweredPage]) {
        for outcome in pages.lazy.flatMap(\.outcomes) where outcome != .failed(.shutDown) {
            count(Fate(untouched: outcome))
        }
    }
}
