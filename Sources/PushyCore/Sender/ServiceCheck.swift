/// Watches what a service answers in a broadcast for what is no single device's fault.
///
/// Until enough devices have answered, pages go one by one and nothing is deleted. A refusal of the app condemns at once
/// where nobody was accepted, as it does at APNs; so does nearly everybody's being refused or gone.
struct ServiceCheck: Sendable {
    /// Fewer answers than this may be alike by chance.
    private static let smallestSample = 20
    private static let refusedInTen = 9

    let service: PushServiceKind
    /// Whether devices are being reached: what is said of a device is about that device.
    private(set) var isSane = false
    private var accepted = 0
    private var answered = 0

    init(of service: PushServiceKind) {
        self.service = service
    }

    /// Takes a page's outcomes, and says what keeps the broadcast from going on, if anything does.
    mutating func judge(_ outcomes: [ServiceOutcome]) -> Trouble? {
        var refusals: [ServiceRefusal] = []
        var reasons: [String: Int] = [:]
        var delays: [ServiceOutcome.Delay] = []
        var answeredNow = 0
        for outcome in outcomes {
            switch outcome {
            case .accepted: accepted += 1
            case .gone(let reason), .rejected(let reason): reasons[reason, default: 0] += 1
            case .refused(let refusal):
                refusals.append(refusal)
                reasons[refusal.reason, default: 0] += 1
            case .late(let delay):
                delays.append(delay)
                continue
            case .failed, .cutOff: continue
            }
            answeredNow += 1
        }
        answered += answeredNow
        if let refusal = condemning(refusals, among: answeredNow) { return .serviceRefuses(refusal.sentence) }
        let isOutage = delays.allSatisfy(\.isOfService) || delays.count >= Self.smallestSample
        if let delay = delays.first, delays.count == outcomes.count, isOutage {
            return .serviceOutage(service, delay.reason)
        }
        guard !isSane, answered >= Self.smallestSample else { return nil }
        if accepted == 0, let worst = reasons.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            worst.value * 10 >= answeredNow * Self.refusedInTen
        {
            return .serviceRefuses(
                "Nearly all of the first devices were answered \(worst.key) by \(service.title). Do they belong to this app's project and keys, and does the service understand the message? Nothing was deleted."
            )
        }
        isSane = true
        return nil
    }

    /// What to say where a page's devices were all sent to in vain, and it is not known of any whether it has the message:
    /// to send to them again by itself might double it, and to go on would leave them out.
    func silence(_ outcomes: [ServiceOutcome]) -> Trouble? {
        guard outcomes.count >= Self.smallestSample, case .failed(let reason)? = outcomes.first else { return nil }
        let isEverybody = outcomes.allSatisfy { if case .failed = $0 { true } else { false } }
        guard isEverybody else { return nil }
        return .serviceRefuses(
            "\(service.title) gave no answer to \(outcomes.count) devices one after the other (\(reason)): whether they have the message is not known, and they are sent to again."
        )
    }

    private func condemning(_ refusals: [ServiceRefusal], among answeredNow: Int) -> ServiceRefusal? {
        if let certain = refusals.first(where: \.isCertain) { return certain }
        let isEverybody = accepted == 0 && refusals.count == answeredNow
        return isEverybody || refusals.count >= Self.smallestSample ? refusals.first : nil
    }
}
