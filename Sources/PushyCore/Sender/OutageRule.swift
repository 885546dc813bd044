/// When a service is out, so that a broadcast waits for it and counts nobody as failed.
///
/// A service is out where none of those whom it was asked for could be reached or got an answer: 20 in a page, or all there
/// are. APNs and FCM are one service each; of browsers' services each host is one of its own, so that a page of dead hosts
/// is no outage unless one of them took messages before, or nobody else is reached either. What is out is tried every 30
/// seconds for an hour, after which the broadcast stops and has lost nobody; but fewer than 20 browsers, who may be all
/// that is left of a dead host, are given up and count as failed after ten minutes.
struct OutageRule: Sendable {
    static let smallestPage = SanityCheck.smallestSample

    private let service: PushServiceKind
    /// Whether fewer browsers than a page's are still waited for.
    private let isPatient: Bool
    /// Hosts that took messages.
    private var hosts: Set<String> = []
    private var count = 0
    private var unheardCount = 0
    private var lastReason: String?

    init(of service: PushServiceKind, isPatient: Bool = true) {
        self.service = service
        self.isPatient = isPatient || service != .webPush
    }

    /// Takes a page's outcomes; gives the reason where its service is out.
    mutating func judge(_ outcomes: [ServiceOutcome], of devices: [Device]) -> String? {
        var late: [String: [ServiceOutcome.Delay]] = [:]
        var others = 0
        for (outcome, device) in zip(outcomes, devices) {
            guard outcome != .withdrawn else { continue }
            note(outcome, at: device.serviceHost)
            if case .late(let delay) = outcome {
                late[device.serviceHost, default: []].append(delay)
            } else {
                others += 1
            }
        }
        guard others == 0, let reason = late.values.first?.first?.reason else { return nil }
        let isOut = late.contains { host, delays in
            delays.count >= Self.smallestPage
                || delays.allSatisfy(\.isOfService) && (service == .fcm || hosts.contains(host))
        }
        return isOut ? reason : nil
    }

    private mutating func note(_ outcome: ServiceOutcome, at host: String) {
        count += 1
        switch outcome {
        case .accepted: hosts.insert(host)
        case .failed(let reason), .broken(let reason):
            unheardCount += 1
            lastReason = reason
        case .late(let delay) where delay.isOfService:
            unheardCount += 1
            lastReason = delay.reason
        case .late, .gone, .rejected, .refused, .underWay, .cutOff, .withdrawn: break
        }
    }

    /// The reason where nobody at all was reached or got an answer, once all or a sample of all were asked.
    var reasonOfSilence: String? {
        guard isPatient || count >= Self.smallestPage, unheardCount == count else { return nil }
        return lastReason
    }
}

extension Device {
    /// What stands and falls together: all of FCM, or one host of browsers' services.
    fileprivate var serviceHost: String {
        guard case .web(let address) = address else { return "" }
        return address.endpoint.split(separator: "/", maxSplits: 2).dropFirst().first.map(String.init) ?? ""
    }
}
