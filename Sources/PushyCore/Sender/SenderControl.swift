import Synchronization

/// How a sender at work is asked to come to an end before the last recipient.
final class SenderControl: Sendable {
    /// What its owner wants.
    enum Wish: Sendable {
        case pause
        case cancel
        /// The process ends; the broadcast goes on with the next start.
        case shutDown
    }

    private let current = Mutex<Wish?>(nil)

    /// What was asked for last.
    var wish: Wish? { current.withLock { $0 } }

    func ask(for wish: Wish) {
        current.withLock { $0 = wish }
    }
}
