import HTTPServer
import PushyCore
import Synchronization

/// A broadcast's standing as server-sent events: at once, with each change, and again while nothing changes.
final class BroadcastEvents: Sendable {
    /// Proxies close a connection on which nothing comes for a minute.
    private static let heartbeat = Duration.seconds(15)

    /// The events, until the broadcast is over. Who is slow misses the ones between, never the last.
    let stream: AsyncStream<ServerSentEvent>
    private let continuation: AsyncStream<ServerSentEvent>.Continuation
    /// Held while an event is handed on, so that no repeat overtakes a change.
    private let latest = Mutex<ServerSentEvent?>(nil)

    init(_ updates: AsyncStream<Broadcast>) {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let changes = Task {
            for await broadcast in updates {
                send(ServerSentEvent(String(decoding: broadcast.jsonText, as: UTF8.self)))
            }
            continuation.finish()
        }
        let repeats = Task {
            while (try? await Task.sleep(for: Self.heartbeat)) != nil { send(nil) }
        }
        continuation.onTermination = { _ in
            changes.cancel()
            repeats.cancel()
        }
    }

    /// Hands on a new event, or the latest once more.
    private func send(_ event: ServerSentEvent?) {
        latest.withLock { latest in
            latest = event ?? latest
            if let latest { continuation.yield(latest) }
        }
    }
}
