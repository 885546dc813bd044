import Dispatch
import Foundation

/// SIGTERM and SIGINT as a wish that the process ends in good order; a second one ends it at once.
struct StopSignals: Sendable {
    private static let numbers = [SIGTERM, SIGINT]
    private let arrivals: AsyncStream<Void>

    /// Takes the signals over, and ignores a pipe or socket that breaks: who writes to it is told by the write.
    init() {
        signal(SIGPIPE, SIG_IGN)
        arrivals = AsyncStream { continuation in
            // Dispatch lets any thread cancel a source, which is all that is done with these.
            nonisolated(unsafe) let sources = Self.numbers.map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler {
                    for number in Self.numbers { signal(number, SIG_DFL) }
                    continuation.yield()
                }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in
                for source in sources { source.cancel() }
            }
        }
    }

    /// Returns once the first of them has come.
    func wait() async {
        for await _ in arrivals { return }
    }
}
