/// Requests one of which may break every connection that it is sent on: they go in groups, each alone on a connection,
/// and a group that breaks its connection is divided until the one that does it is by itself.
///
/// Each division makes the groups smaller, so that the search ends. A group that is answered cost each of its requests
/// one repeat, and most are answered: so a group is divided in more than two. The groups take turns, so that the answers
/// to some show that APNs is there while others break their connections.
struct Isolation {
    private var groups: [[Ticket]] = []

    /// How many deliveries wait here.
    private(set) var count = 0
    /// Connections that groups broke since anything was served.
    private var lossesInARow = 0

    private static let parts = 4
    /// So many groups in a row that break their connections may be the suspects' fault: a window of a thousand is divided
    /// five times. More are an outage.
    private static let excusedLosses = 8

    var isEmpty: Bool { groups.isEmpty }

    /// Takes in what a connection left unserved, divided.
    mutating func add(dividing unserved: [Ticket]) {
        let size = max(1, (unserved.count + Self.parts - 1) / Self.parts)
        for start in stride(from: 0, to: unserved.count, by: size) {
            add(Array(unserved[start..<min(start + size, unserved.count)]))
        }
    }

    /// Takes in a group as it is.
    mutating func add(_ group: [Ticket]) {
        groups.append(group)
        count += group.count
    }

    /// Takes the next group, or as much of it as there is room for; the rest is a group of its own.
    mutating func next(limit: Int) -> [Ticket] {
        guard limit > 0, !groups.isEmpty else { return [] }
        let group = groups.removeFirst()
        if group.count > limit { groups.append(Array(group[limit...])) }
        count -= min(limit, group.count)
        return Array(group.prefix(limit))
    }

    /// Takes out all of a batch that waits here.
    mutating func withdraw(_ batch: SendBatch) -> [Ticket] {
        let withdrawn = groups.joined().filter { $0.batch === batch }
        groups = groups.map { $0.filter { $0.batch !== batch } }.filter { !$0.isEmpty }
        count -= withdrawn.count
        return withdrawn
    }

    /// Takes everything.
    mutating func removeAll() -> [Ticket] {
        defer {
            groups = []
            count = 0
        }
        return Array(groups.joined())
    }

    /// Counts a connection that a group broke before any of it was served, and says whether that may be put down to one
    /// of them.
    mutating func excusesLoss() -> Bool {
        lossesInARow += 1
        return lossesInARow <= Self.excusedLosses
    }

    mutating func countServed() {
        lossesInARow = 0
    }
}
