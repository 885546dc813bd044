/// Watches what a service answers in a broadcast for what is no single device's fault.
///
/// Until somebody was accepted, and enough have answered, pages go one by one and nothing is deleted. What is said of a
/// device may be the app's fault where nobody is accepted; but the first devices, or some next to one another, may also be
/// made-up ones, so that a sample of all devices decides. Once somebody was accepted it is about the device for good.
struct ServiceCheck: Sendable {
    /// What the answers say so far.
    enum Verdict: Hashable, Sendable {
        /// Too few answers to tell.
        case open
        /// Nobody was accepted: others must be asked.
        case suspicious
        /// Others, whom chance has picked, are being asked.
        case sampling
        /// Devices are being reached: what is said of a device is about that device.
        case sane
        /// Nobody is reached.
        case condemned
    }

    private static let smallestSample = SanityCheck.smallestSample

    let service: PushServiceKind
    private(set) var verdict = Verdict.open
    private var accepted = 0
    private var answered = 0
    private var reasons: [String: Int] = [:]
    private var refusals: [String: ServiceRefusal] = [:]
    private var outages: OutageRule
    /// How many devices one after the other gave no answer.
    private var silentCount = 0

    var isSane: Bool { verdict == .sane }

    init(of service: PushServiceKind, isPatient: Bool = true) {
        self.service = service
        outages = OutageRule(of: service, isPatient: isPatient)
    }

    /// Takes a page's outcomes, and says what keeps the broadcast from going on, if anything does.
    mutating func judge(_ outcomes: [ServiceOutcome], of devices: [Device]) -> Trouble? {
        let outage = outages.judge(outcomes, of: devices)
        if let trouble = refusal(outcomes) { return trouble }
        if let outage { return .serviceOutage(service, outage) }
        guard verdict == .open || verdict == .sampling, answered >= Self.smallestSample else { return nil }
        if accepted > 0 {
            verdict = .sane
        } else if verdict == .open {
            verdict = .suspicious
        }
        return nil
    }

    /// Takes the outcomes of those who were late before: only that the app is refused is no fault of theirs.
    mutating func refusal(_ outcomes: [ServiceOutcome]) -> Trouble? {
        var ofApp: [ServiceRefusal] = []
        let before = answered
        for outcome in outcomes {
            switch outcome {
            case .accepted: accepted += 1
            case .gone(let reason), .rejected(let reason), .failed(let reason), .broken(let reason):
                reasons.count(reason: reason)
            case .late(let delay): reasons.count(reason: delay.reason)
            case .refused(let refusal):
                if refusal.blame == .account { return .serviceRefuses(refusal.sentence) }
                if refusal.blame == .app { ofApp.append(refusal) }
                reasons.count(reason: refusal.reason)
                if reasons[refusal.reason] != nil { refusals[refusal.reason] = refusal }
            case .underWay, .cutOff, .withdrawn: continue
            }
            answered += 1
        }
        let isEverybody = accepted == 0 && ofApp.count == answered - before
        guard let refusal = ofApp.first, isEverybody || ofApp.count >= Self.smallestSample else { return nil }
        return .serviceRefuses(refusal.sentence)
    }

    /// From now on, answers come from devices that chance has picked.
    mutating func beginSample() {
        verdict = .sampling
    }

    /// All of the sample were answered.
    mutating func endSample() -> Trouble? {
        if accepted == 0, let reason = outages.reasonOfSilence { return .serviceOutage(service, reason) }
        verdict = accepted > 0 ? .sane : .condemned
        return verdict == .condemned ? nobodyReached : nil
    }

    /// There are no more devices, and too few to tell; where none of them was answered, or the app is refused for each, that
    /// is told all the same.
    mutating func end() -> Trouble? {
        if verdict == .open, let reason = outages.reasonOfSilence { return .serviceOutage(service, reason) }
        let refused = refusals.keys.reduce(0) { $0 + (reasons[$1] ?? 0) }
        guard verdict == .open, refused > 0, refused == answered else { return nil }
        verdict = .condemned
        return nobodyReached
    }

    /// What to say where devices were sent to in vain one after the other, and it is not known of any whether it has the
    /// message: to send to them again by itself might double it, and to go on would leave them out.
    mutating func silence(_ outcomes: [ServiceOutcome]) -> Trouble? {
        let heard = outcomes.filter { $0 != .underWay }
        let isEverybody = heard.allSatisfy { if case .failed = $0 { true } else { false } }
        silentCount = isEverybody ? silentCount + heard.count : 0
        guard silentCount >= Self.smallestSample, case .failed(let reason)? = heard.first else { return nil }
        return .serviceRefuses(
            "\(service.title) gave no answer to \(silentCount) devices one after the other (\(reason)): whether they have the message is not known, and they are sent to again."
        )
    }

    private var nobodyReached: Trouble {
        let worst = reasons.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
        if let refusal = refusals[worst] { return .serviceRefuses(refusal.sentence) }
        return .serviceRefuses(
            "\(service.title) accepted the message for none of \(answered) devices, and answered \(worst) to most. Do they belong to this app's project and keys, and does the service understand the message? Nothing was deleted."
        )
    }
}
