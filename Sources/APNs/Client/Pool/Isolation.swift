/// Requests one of which may break every connection that it is sent on: they go in groups, each alone on a connection,
/// and a group that breaks its connection is divided until the one that does it is by itself.
///
/// A group that is answered cost each of its requests one repeat, and most are: so a group is divided in more than two.
/// The groups take turns, so that the answers to some show that APNs is there while others break their connections.
struct Isolation {
    private var groups: [[Ticket]] = []

    /// How many deliveries wait here.
    private(set) var count = 0
    /// Connections that groups broke since anything was served. So many may be the suspects' fault; more are an outage.
    var lossesInARow = 0

    private static let parts = 4
    private static let excusedLosses = 8

    var isEmpty: Bool { groups.isEmpty }

    /// Whether so many connections broke that it takes more than suspects to explain it.
    var looksLikeOutage: Bool { lossesInARow > Self.excusedLosses }

    /// Takes in what was in flight when a connection broke, divided.
    mutating func add(dividing suspects: [Ticket]) {
        count += suspects.count
        let size = max(1, (suspects.count + Self.parts - 1) / Self.parts)
        for start in stride(from: 0, to: suspects.count, by: size) {
            groups.append(Array(suspects[start..<min(start + size, suspects.count)]))
        }
    }

    /// Takes the next group, or as much of it as there is room for; the rest is a group of its own.
    mutating func next(limit: Int) -> [Ticket] {
        guard limit > 0, !groups.isEmpty else { return [] }
        let group = groups.removeFirst()
        if group.count > limit { groups.append(Array(group[limit...])) }
        count -= min(limit, group.count)
        return Array(group.prefix(limit))
    }

    /// Takes everything.
    mutating func removeAll() -> [Ticket] {
        defer {
            groups = []
            count = 0
        }
        return Array(groups.joined())
    }
}
