/// The requests to one scheme, host and port: those that wait, in lanes that take turns, and how many are under way.
final class OriginQueue {
    /// Connections that the other end or the network broke.
    var brokenConnectionCount = 0

    private var lanes: [String: Lane] = [:]
    /// The lanes where something waits, the next one first.
    private var turns: [String] = []
    private var inFlightCount = 0
    /// How many of them are beyond what their lanes have of their own.
    private var sharedCount = 0
    private let configuration: HTTPClient.Configuration

    private struct Lane {
        var waiting: [Exchange] = []
        var inFlightCount = 0
        /// How many of it may be under way.
        var room: Int

        /// Books the first one that waits as under way.
        mutating func takeFirst() -> Exchange? {
            guard !waiting.isEmpty else { return nil }
            inFlightCount += 1
            return waiting.removeFirst()
        }
    }

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    var isEmpty: Bool { inFlightCount == 0 && turns.isEmpty }

    func enqueue(_ exchange: Exchange) {
        let name = exchange.request.lane
        var lane = lanes.removeValue(forKey: name) ?? Lane(room: configuration.ownRoom)
        if lane.waiting.isEmpty { turns.append(name) }
        // Whoever can wait the least goes first, so that those whose time is over stand in front.
        let place = lane.waiting.lastIndex { $0.turnDeadline <= exchange.turnDeadline }.map { $0 + 1 } ?? 0
        lane.waiting.insert(exchange, at: place)
        lanes[name] = lane
    }

    /// Takes the next one that may go, if any.
    func dequeue() -> Exchange? {
        // What waits is taken out where it stands: a lane of its own would be a copy of all that waits in it.
        guard inFlightCount < configuration.requestsPerHost, let place = turns.firstIndex(where: hasRoom),
            let exchange = lanes[turns[place]]?.takeFirst()
        else { return nil }
        let name = turns.remove(at: place)
        if let lane = lanes[name] {
            if lane.inFlightCount > configuration.ownRoom { sharedCount += 1 }
            if !lane.waiting.isEmpty { turns.append(name) }
        }
        inFlightCount += 1
        return exchange
    }

    private func hasRoom(_ name: String) -> Bool {
        guard let lane = lanes[name] else { return false }
        if lane.inFlightCount < configuration.ownRoom { return true }
        return lane.inFlightCount < lane.room && sharedCount < configuration.sharedRequestsPerHost
    }

    /// Books one that was under way as over.
    func finished(_ exchange: Exchange) {
        guard var lane = lanes[exchange.request.lane] else { return }
        inFlightCount -= 1
        if lane.inFlightCount > configuration.ownRoom { sharedCount -= 1 }
        lane.inFlightCount -= 1
        lanes[exchange.request.lane] = lane
    }

    /// Lets a lane that is answered have more under way.
    func widenLane(of exchange: Exchange) {
        let name = exchange.request.lane
        guard let room = lanes[name]?.room, room < configuration.requestsPerLane else { return }
        lanes[name]?.room = room + 1
    }

    /// Leaves a lane that hangs what it has of its own.
    func narrowLane(of exchange: Exchange) {
        lanes[exchange.request.lane]?.room = configuration.ownRoom
    }

    /// Takes one out that waits; false where it does not.
    func remove(_ exchange: Exchange) -> Bool {
        let name = exchange.request.lane
        guard let place = lanes[name]?.waiting.firstIndex(where: { $0 === exchange }) else { return false }
        lanes[name]?.waiting.remove(at: place)
        if lanes[name]?.waiting.isEmpty == true { turns.removeAll { $0 == name } }
        return true
    }

    /// When the first of those that wait has waited long enough: in each lane they stand in that order.
    var earliestDeadline: ContinuousClock.Instant? {
        turns.compactMap { lanes[$0]?.waiting.first?.turnDeadline }.min()
    }

    /// Takes out those that have waited long enough.
    func removeExpired(at moment: ContinuousClock.Instant) -> [Exchange] {
        let expired = turns.flatMap { lanes[$0]?.waiting.prefix { $0.turnDeadline <= moment } ?? [] }
        return expired.filter { remove($0) }
    }
}
