import Foundation
import Synchronization

/// A clock that a test sets.
final class ManualClock: Sendable {
    private let moment: Mutex<Date>

    init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        moment = Mutex(start)
    }

    var now: Date { moment.withLock { $0 } }

    func advance(_ seconds: TimeInterval) {
        moment.withLock { $0 += seconds }
    }
}
