/// A body that comes into being while it is sent.
///
/// The next chunk is asked for when the one before it went to the socket, so a slow client slows the sequence and
/// nothing piles up. When the client leaves or the server stops, the task that walks the sequence is cancelled.
public struct ByteStream: Sendable {
    /// Walks the sequence; `send` returns whether to go on.
    let run: @Sendable (_ send: @Sendable ([UInt8]) async -> Bool) async throws -> Void

    /// A body of the chunks of a sequence. An error that it throws breaks the connection off, so that the client can
    /// tell a broken body from a whole one.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == [UInt8] {
        run = { send in
            for try await chunk in chunks where !chunk.isEmpty {
                guard await send(chunk) else { return }
            }
        }
    }
}
