import APNs

/// Watches the first answers of a broadcast for a misconfiguration, which looks alike on every device.
///
/// An answer about the key, the topic or the notification itself condemns at once, as long as nothing was accepted. An
/// answer about the device condemns when it is what nearly all of the first devices got: a token of the other environment
/// or of another app is refused one by one. Until a broadcast is proved sane no token is deleted for it.
struct SanityCheck: Sendable {
    /// What the answers say so far.
    enum Verdict: Hashable, Sendable {
        /// Too few answers to tell.
        case open
        /// Devices are being reached: refusals are about single devices.
        case sane
        /// Every further notification would be refused as well, for this reason.
        case misconfigured(APNsReason)
    }

    /// Fewer devices than this may all be stale by chance: somebody's three old phones.
    static let smallestSample = 20
    /// Enough answers to trust the share of those accepted.
    static let fullSample = 200
    /// A mixture with this many refusals in ten answers is no accident.
    static let refusedInTen = 9

    private(set) var verdict = Verdict.open
    private var answered = 0
    private var accepted = 0
    private var refusals: [APNsReason: Int] = [:]

    mutating func observe(_ outcomes: some Sequence<APNsOutcome>) {
        guard verdict == .open else { return }
        for outcome in outcomes {
            switch outcome {
            case .accepted: accepted += 1
            case .gone(let reason, _), .rejected(_, let reason): refusals[reason, default: 0] += 1
            case .failed, .unserved, .late: continue
            }
            answered += 1
        }
        verdict = judgement
    }

    private var judgement: Verdict {
        let worst = refusals.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
        guard let reason = worst?.key else { return answered < Self.smallestSample ? .open : .sane }
        if accepted == 0, reason.blame == .configuration || reason.blame == .notification {
            return .misconfigured(reason)
        }
        guard answered >= Self.smallestSample else { return .open }
        guard (answered - accepted) * 10 >= answered * Self.refusedInTen else { return .sane }
        return accepted == 0 || answered >= Self.fullSample ? .misconfigured(reason) : .open
    }
}
