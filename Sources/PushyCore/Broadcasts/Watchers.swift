import Foundation

/// Who wants to see each change of a broadcast: pages that show its progress.
struct Watchers {
    private var continuations: [BroadcastID: [UUID: AsyncStream<Broadcast>.Continuation]] = [:]

    /// A stream that begins with the broadcast as it stands. Who is slow misses the steps between, never the last one.
    mutating func watch(
        _ broadcast: Broadcast,
        onEnd: @escaping @Sendable (BroadcastID, UUID) -> Void
    ) -> AsyncStream<Broadcast> {
        let (stream, continuation) = AsyncStream.makeStream(of: Broadcast.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield(broadcast)
        guard !broadcast.state.isOver else {
            continuation.finish()
            return stream
        }
        let watcher = UUID()
        continuation.onTermination = { _ in onEnd(broadcast.id, watcher) }
        continuations[broadcast.id, default: [:]][watcher] = continuation
        return stream
    }

    mutating func forget(_ id: BroadcastID, watcher: UUID) {
        continuations[id]?[watcher] = nil
    }

    mutating func publish(_ broadcast: Broadcast) {
        for continuation in (continuations[broadcast.id] ?? [:]).values {
            continuation.yield(broadcast)
            if broadcast.state.isOver { continuation.finish() }
        }
        if broadcast.state.isOver { continuations[broadcast.id] = nil }
    }

    mutating func finishAll() {
        for continuation in continuations.values.flatMap(\.values) { continuation.finish() }
        continuations = [:]
    }
}
