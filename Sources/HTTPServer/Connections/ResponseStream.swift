import CMicroHTTPD
import Synchronization

/// The bridge between a sequence of chunks, walked by a task, and the library, which asks for bytes.
///
/// One chunk is under way at a time: the task waits until it is taken, and the connection is suspended while there
/// is none.
final class ResponseStream: Sendable {
    /// What the library takes for the end of a body, and for one that was broken off.
    static let ended = -1
    static let brokenOff = -2

    private struct State {
        var chunk: [UInt8] = []
        var position = 0
        var end: Int?
        var isSuspended = false
        var producer: CheckedContinuation<Bool, Never>?
        var task: Task<Void, Never>?
    }

    private let connection: LibraryConnection
    private let state = Mutex(State())

    init(connection: LibraryConnection) {
        self.connection = connection
    }

    /// Begins to walk the sequence.
    func start(_ body: ByteStream, report: @escaping @Sendable (any Error) -> Void) {
        let task = Task {
            do {
                try await body.run { await self.send($0) }
                self.close(Self.ended)
            } catch {
                if !(error is CancellationError) { report(error) }
                self.close(Self.brokenOff)
            }
        }
        let isClosed = state.withLock { state in
            state.task = task
            return state.end != nil
        }
        if isClosed { task.cancel() }
    }

    /// Ends the stream: well, as when the server stops, or broken off, as when the client left.
    func close(_ end: Int) {
        let (producer, task, resumes) = state.withLock { state in
            if state.end == nil { state.end = end }
            defer {
                state.producer = nil
                state.isSuspended = false
            }
            return (state.producer, state.task, state.isSuspended)
        }
        task?.cancel()
        producer?.resume(returning: false)
        if resumes { connection.resume() }
    }

    /// Hands over a chunk, and returns when it is taken; false when nobody wants more.
    private func send(_ chunk: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            let outcome: (isClosed: Bool, resumes: Bool) = state.withLock { state in
                guard state.end == nil else { return (true, false) }
                state.chunk = chunk
                state.position = 0
                state.producer = continuation
                defer { state.isSuspended = false }
                return (false, state.isSuspended)
            }
            if outcome.isClosed { continuation.resume(returning: false) }
            if outcome.resumes { connection.resume() }
        }
    }

    /// Fills the library's buffer, on the polling thread; suspends the connection when there is nothing.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let (count, producer) = state.withLock { state -> (Int, CheckedContinuation<Bool, Never>?) in
            let count = min(state.chunk.count - state.position, buffer.count)
            guard count > 0 else {
                if let end = state.end { return (end, nil) }
                connection.suspend()
                state.isSuspended = true
                return (0, nil)
            }
            state.chunk.withUnsafeBytes { chunk in
                let part = UnsafeRawBufferPointer(rebasing: chunk[state.position..<state.position + count])
                buffer.copyMemory(from: part)
            }
            state.position += count
            guard state.position == state.chunk.count else { return (count, nil) }
            state.chunk = []
            state.position = 0
            defer { state.producer = nil }
            return (count, state.producer)
        }
        producer?.resume(returning: true)
        return count
    }
}
