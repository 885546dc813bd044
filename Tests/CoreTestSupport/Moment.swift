import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
package final class Moment: Sendable {
    private let current: Mutex<Date>

    package init(_ text: String = "2026-11-30T05:00:00Z") {
        let start = (try? Date(text, strategy: .iso8601)) ?? Date(timeIntervalSince1970: 0)
        current = Mutex(start)
    }

    package var now: Date { current.withLock { $0 } }

    package func advance(by seconds: TimeInterval) {
        current.withLock { $0 += seconds }
    }
}
