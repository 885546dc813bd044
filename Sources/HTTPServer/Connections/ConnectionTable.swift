import Synchronization

/// All connections, and how many there are from each address.
final class ConnectionTable: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var counts: [IPAddress: Int] = [:]
    }

    private let state = Mutex(State())

    /// How many there are from the client of an address.
    func count(from address: IPAddress) -> Int {
        state.withLock { $0.counts[address.client, default: 0] }
    }

    func add(_ connection: Connection) {
        state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = connection
            state.counts[connection.remoteAddress.client, default: 0] += 1
        }
    }

    func remove(_ connection: Connection) {
        state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = nil
            let client = connection.remoteAddress.client
            let left = state.counts[client, default: 0] - 1
            state.counts[client] = left > 0 ? left : nil
        }
    }

    /// The connections at this moment.
    var all: [Connection] { state.withLock { Array($0.connections.values) } }
}
