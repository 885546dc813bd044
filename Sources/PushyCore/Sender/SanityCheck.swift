import APNs

/// Watches the first answers of a broadcast for a misconfiguration, which looks alike on every device.
///
/// An answer about the key, the topic or the notification itself condemns at once, as long as nothing was accepted. An
/// answer about the device is suspicious when it is what nearly all of the first devices got: a token of the other
/// environment or of another app is refused one by one. But the first devices may also be a few hundred made-up ones, so
/// that a sample of the whole audience decides. Until a broadcast is proved sane no token is deleted for it.
struct SanityCheck: Sendable {
    /// What the answers say so far.
    enum Verdict: Hashable, Sendable {
        /// Too few answers to tell.
        case open
        /// The first devices were refused: others must be asked.
        case suspicious
        /// Devices are being reached: refusals are about single devices.
        case sane
        /// Every further notification would be refused as well, for this reason.
        case misconfigured(APNsReason)
    }

    /// Fewer devices than this may all be stale by chance: somebody's three old phones.
    static let smallestSample = 20
    /// A mixture with this many refusals in ten answers is no accident.
    static let refusedInTen = 9
    /// So many of the whole audience are asked: were one in twenty real, none would be found once in 170 times.
    static let sampleCount = 100

    private(set) var verdict = Verdict.open
    /// Whether answers come from a sample of the whole audience now.
    private(set) var isSampling = false
    private var answers = Answers()
    private var firstAnswers = Answers()
    private var hasAnswer = false
    private var failure: APNsFailure?

    /// The cause where nobody was reached or got an answer so far, see ``OutageRule``.
    var causeOfSilence: APNsFailure? { hasAnswer || verdict != .open ? nil : failure }

    mutating func observe(_ outcomes: some Sequence<APNsOutcome>) {
        guard verdict == .open else { return }
        for outcome in outcomes {
            answers.count(outcome)
            if case .failed(let failure) = outcome, failure.isSilence {
                self.failure = failure
            } else {
                hasAnswer = true
            }
        }
        verdict = judgement
    }

    /// From now on, answers come from devices that chance has picked.
    mutating func beginSample() {
        isSampling = true
        firstAnswers = answers
        answers = Answers()
        verdict = .open
    }

    /// All of the sample were answered. Where it was too small to tell, the first devices count as well.
    mutating func endSample() {
        isSampling = false
        guard verdict == .open else { return }
        if answers.total < Self.smallestSample { answers += firstAnswers }
        verdict = finalJudgement
    }

    private var judgement: Verdict {
        guard let reason = answers.worstReason else { return answers.total < Self.smallestSample ? .open : .sane }
        if answers.accepted == 0, reason.blame == .configuration || reason.blame == .notification {
            return .misconfigured(reason)
        }
        guard answers.total >= Self.smallestSample else { return .open }
        guard answers.areNearlyAllRefused else { return .sane }
        return isSampling ? .open : .suspicious
    }

    /// A few who were reached prove key, topic and environment. But where more would be deleted than reached, something is
    /// wrong all the same.
    private var finalJudgement: Verdict {
        guard let reason = answers.worstReason, answers.areNearlyAllRefused else { return .sane }
        return answers.accepted == 0 || answers.gone > answers.accepted ? .misconfigured(reason) : .sane
    }
}

extension SanityCheck {
    private struct Answers {
        private(set) var accepted = 0
        private(set) var gone = 0
        private(set) var total = 0
        private var refusals: [APNsReason: Int] = [:]

        mutating func count(_ outcome: APNsOutcome) {
            switch outcome {
            case .accepted: accepted += 1
            case .gone(let reason, _):
                gone += 1
                refusals[reason, default: 0] += 1
            case .rejected(_, let reason): refusals[reason, default: 0] += 1
            case .failed, .unserved, .late: return
            }
            total += 1
        }

        static func += (answers: inout Answers, more: Answers) {
            answers.accepted += more.accepted
            answers.gone += more.gone
            answers.total += more.total
            answers.refusals.merge(more.refusals, uniquingKeysWith: +)
        }

        /// The reason that was given most.
        var worstReason: APNsReason? {
            refusals.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
        }

        var areNearlyAllRefused: Bool { (total - accepted) * 10 >= total * SanityCheck.refusedInTen }
    }
}

extension APNsFailure {
    /// Whether it may be that APNs as a whole served nobody. Where it cannot be reached at all, or breaks connections with
    /// everybody, the channel says so itself; what it gives back as lost broke its connections alone.
    fileprivate var isSilence: Bool {
        switch self {
        case .deadline: true
        case .unavailable(let status, _): status >= 500
        case .nameNotResolved, .notReachable, .notTrusted, .notHTTP2, .connectionLost, .refusedByServer,
            .noProviderToken, .shutDown:
            false
        }
    }
}
