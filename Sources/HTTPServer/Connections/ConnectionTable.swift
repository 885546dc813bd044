import Synchronization

/// All connections, and how many there are from each client.
///
/// A connection is counted from its acceptance to its close; it is listed from when its polling thread has it.
final class ConnectionTable: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var count = 0
        var clients: [IPAddress: Client] = [:]
    }

    private struct Client {
        var count = 0
        /// When it was last looked whether any of its connections can be let go.
        var lookedAt = Instant(nanoseconds: 0)
    }

    private let state = Mutex(State())

    /// How many are counted.
    var count: Int { state.withLock { $0.count } }

    /// The connections that are listed at this moment.
    var all: [Connection] { state.withLock { Array($0.connections.values) } }

    /// Counts one more from an address; false when its client has as many as it may.
    func countIn(_ address: IPAddress, atMost limit: Int) -> Bool {
        state.withLock { state in
            guard state.clients[address.client]?.count ?? 0 < limit else { return false }
            state.clients[address.client, default: Client()].count += 1
            state.count += 1
            return true
        }
    }

    /// Counts one less.
    func countOut(_ address: IPAddress) {
        state.withLock { state in
            state.clients[address.client]?.count -= 1
            if let client = state.clients[address.client], client.count <= 0 { state.clients[address.client] = nil }
            state.count -= 1
        }
    }

    /// The connection that has been idle for longest: what is given up when there is no room.
    ///
    /// So those who hold connections and ask nothing keep nobody out, from however many addresses they come.
    var longestIdle: Connection? {
        var found: (connection: Connection, since: Instant)?
        for connection in all {
            guard let since = connection.idleSince, since < found?.since ?? .never else { continue }
            found = (connection, since)
        }
        return found?.connection
    }

    /// Lets those connections of a client go that it has left while their requests are handled; false when there are none.
    ///
    /// Nor is it looked again within moments: a flood of connections that are refused is not to cost more than that.
    func letAbandonedGo(of address: IPAddress) -> Bool {
        let now = Instant.now
        let isDue = state.withLock { state in
            guard let client = state.clients[address.client], client.lookedAt + Self.lookNanoseconds <= now else {
                return false
            }
            state.clients[address.client]?.lookedAt = now
            return true
        }
        return isDue && letAbandonedGo(among: all.filter { $0.remoteAddress.client == address.client })
    }

    /// Lets all connections go whose clients have left while their requests are handled; false when there are none.
    func letAbandonedGo() -> Bool { letAbandonedGo(among: all) }

    func add(_ connection: Connection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
    }

    /// Neither lists nor counts a connection any more; that may be before it is closed.
    func remove(_ connection: Connection) {
        let wasListed = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil }
        if wasListed { countOut(connection.remoteAddress) }
    }

    private func letAbandonedGo(among connections: [Connection]) -> Bool {
        let awaiting = connections.compactMap { connection in
            connection.awaitedExchange.map { (connection: connection, exchange: $0) }
        }
        var isAnyGone = false
        for place in Departure.places(in: awaiting.map(\.connection.descriptor)) {
            let (connection, exchange) = awaiting[place]
            guard connection.letGo(of: exchange) else { continue }
            remove(connection)
            isAnyGone = true
        }
        return isAnyGone
    }

    /// A look asks the system about some hundred sockets, in some hundred microseconds.
    private static let lookNanoseconds: Int64 = 10_000_000
}
