import HTTPServer
import Synchronization

/// What calls to `/tokens` and `/devices` came to since the server was started.
final class RegistrationCounters: Sendable {
    private struct Counts {
        var statuses: [String: Int] = [:]
        var refusals: [Int: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// Counts a call that was answered with 200 and this status.
    func count(_ status: String) {
        counts.withLock { $0.statuses[status, default: 0] += 1 }
    }

    /// Counts a call that was refused.
    func countRefusal(_ status: HTTPStatus) {
        counts.withLock { $0.refusals[status.rawValue, default: 0] += 1 }
    }

    /// The calls by what they came to: `registered`, `absent` and so on.
    var statuses: [String: Int] { counts.withLock { $0.statuses } }

    /// The refused calls by HTTP status.
    var refusals: [Int: Int] { counts.withLock { $0.refusals } }
}
