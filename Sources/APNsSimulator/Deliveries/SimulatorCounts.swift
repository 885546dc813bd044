/// What a simulator has done since it started.
public struct SimulatorCounts: Hashable, Sendable {
    /// Connections that came.
    public internal(set) var connections = 0
    /// Requests that arrived whole.
    public internal(set) var requests = 0
    /// Notifications that were accepted.
    public internal(set) var accepted = 0
    /// Requests that were answered with another status than 200, by a check or a rule.
    public internal(set) var refused = 0
    /// Requests that were reset, cut off or left without an answer by a rule.
    public internal(set) var unanswered = 0
    private var byReason = Array(repeating: 0, count: APNsReason.allCases.count)

    /// How many requests were refused for a reason.
    public func refused(for reason: APNsReason) -> Int {
        byReason[reason.place]
    }

    mutating func countRefusal(_ reason: APNsReason?) {
        refused += 1
        if let reason { byReason[reason.place] += 1 }
    }

    mutating func add(_ other: SimulatorCounts) {
        connections += other.connections
        requests += other.requests
        accepted += other.accepted
        refused += other.refused
        unanswered += other.unanswered
        for place in byReason.indices { byReason[place] += other.byReason[place] }
    }
}

extension APNsReason {
    /// Where the reason stands among all.
    var place: Int { Self.places[self, default: 0] }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
