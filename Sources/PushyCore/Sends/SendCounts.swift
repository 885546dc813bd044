/// What became of messages to devices since the process began: for each service, how many devices were answered how.
public struct SendCounts: Hashable, Sendable {
    public private(set) var counts: [PushServiceKind: [SendOutcome.Status: Int]] = [:]

    mutating func count(_ outcomes: [SendOutcome]) {
        for outcome in outcomes { counts[outcome.platform.service, default: [:]][outcome.status, default: 0] += 1 }
    }
}
