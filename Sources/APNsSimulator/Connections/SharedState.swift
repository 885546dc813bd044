import Foundation
import Synchronization

/// What all connections share, whatever their threads.
final class SharedState: Sendable {
    let log: DeliveryLog
    private let counts = Mutex(SimulatorCounts())
    private let rules: Mutex<RuleBook>
    /// Spares requests the lock as long as nothing is to go wrong.
    private let hasRules: Atomic<Bool>

    init(log: DeliveryLog, rules: SimulatorRules) {
        self.log = log
        let book = RuleBook(rules)
        hasRules = Atomic(!book.isEmpty)
        self.rules = Mutex(book)
    }

    var currentCounts: SimulatorCounts { counts.withLock { $0 } }

    func add(_ more: SimulatorCounts) {
        counts.withLock { $0.add(more) }
    }

    func setRules(_ rules: SimulatorRules) {
        let book = RuleBook(rules)
        self.rules.withLock { $0 = book }
        hasRules.store(!book.isEmpty, ordering: .sequentiallyConsistent)
    }

    @inline(__always)
    func verdict(onToken token: Span<UInt8>, connection: Int, at moment: Date) -> RuleBook.Verdict? {
        guard hasRules.load(ordering: .relaxed) else { return nil }
        return rules.withLock { $0.verdict(onToken: token, connection: connection, at: moment) }
    }
}
