/// The requests to one scheme, host and port: those that wait, in lanes that take turns, and how many are under way.
final class OriginQueue {
    /// Connections that the other end or the network broke.
    var brokenConnectionCount = 0
    /// When the origin last sent anything.
    var lastHeard = ContinuousClock.now

    private var lanes: [String: Lane] = [:]
    /// The lanes where something waits, the next one first.
    private var turns: [String] = []
    private var inFlightCount = 0

    private struct Lane {
        var waiting: [Exchange] = []
        var inFlightCount = 0
    }

    var isEmpty: Bool { inFlightCount == 0 && turns.isEmpty }

    func enqueue(_ exchange: Exchange) {
        let lane = exchange.request.lane
        if lanes[lane, default: Lane()].waiting.isEmpty { turns.append(lane) }
        lanes[lane, default: Lane()].waiting.append(exchange)
    }

    /// Takes the next one that may go, if any.
    func dequeue(_ configuration: HTTPClient.Configuration) -> Exchange? {
        guard inFlightCount < configuration.requestsPerHost else { return nil }
        for (place, name) in turns.enumerated() {
            guard var lane = lanes[name], lane.inFlightCount < max(1, configuration.requestsPerLane) else { continue }
            let exchange = lane.waiting.removeFirst()
            lane.inFlightCount += 1
            lanes[name] = lane
            turns.remove(at: place)
            if !lane.waiting.isEmpty { turns.append(name) }
            inFlightCount += 1
            return exchange
        }
        return nil
    }

    /// Books one that was under way as over.
    func finished(_ exchange: Exchange) {
        let name = exchange.request.lane
        inFlightCount -= 1
        lanes[name]?.inFlightCount -= 1
        forgetLaneIfIdle(name)
    }

    /// Takes one out that waits; false where it does not.
    func remove(_ exchange: Exchange) -> Bool {
        let name = exchange.request.lane
        guard let place = lanes[name]?.waiting.firstIndex(where: { $0 === exchange }) else { return false }
        lanes[name]?.waiting.remove(at: place)
        if lanes[name]?.waiting.isEmpty == true { turns.removeAll { $0 == name } }
        forgetLaneIfIdle(name)
        return true
    }

    /// When the first of those that wait has waited long enough: in each lane they stand in that order.
    var earliestDeadline: ContinuousClock.Instant? {
        turns.compactMap { lanes[$0]?.waiting.first?.deadline }.min()
    }

    /// Takes out those that have waited long enough.
    func removeExpired(at moment: ContinuousClock.Instant) -> [Exchange] {
        let expired = turns.flatMap { lanes[$0]?.waiting.prefix { $0.deadline <= moment } ?? [] }
        return expired.filter { remove($0) }
    }

    private func forgetLaneIfIdle(_ name: String) {
        if let lane = lanes[name], lane.inFlightCount == 0, lane.waiting.isEmpty { lanes[name] = nil }
    }
}
