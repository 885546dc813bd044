import Synchronization

/// All connections, and how many there are from each client.
///
/// A connection is counted from its acceptance to its close; it is listed from when its polling thread has it.
final class ConnectionTable: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var count = 0
        var counts: [IPAddress: Int] = [:]
    }

    private let state = Mutex(State())

    /// How many are counted.
    var count: Int { state.withLock { $0.count } }

    /// The connections that are listed at this moment.
    var all: [Connection] { state.withLock { Array($0.connections.values) } }

    /// Counts one more from an address; false when its client has as many as it may.
    func countIn(_ address: IPAddress, atMost limit: Int) -> Bool {
        state.withLock { state in
            guard state.counts[address.client, default: 0] < limit else { return false }
            state.counts[address.client, default: 0] += 1
            state.count += 1
            return true
        }
    }

    /// Counts one less.
    func countOut(_ address: IPAddress) {
        state.withLock { state in
            let left = state.counts[address.client, default: 0] - 1
            state.counts[address.client] = left > 0 ? left : nil
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

    func add(_ connection: Connection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = connection }
    }

    /// Neither lists nor counts a connection any more; that may be before it is closed.
    func remove(_ connection: Connection) {
        let wasListed = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil }
        if wasListed { countOut(connection.remoteAddress) }
    }
}
