import Synchronization

/// How many requests of each app are being sent at once.
///
/// A service that hangs holds each for as long as anybody waits. Without a bound, a backend that gives up and asks again
/// would fill the memory with what it has forgotten.
final class SendPlaces: Sendable {
    /// Where a service answers in a tenth of a second these are 20,000 messages a second.
    static let usualLimit = 2_000

    private let limit: Int
    private let taken = Mutex<[AppID: Int]>([:])

    init(limit: Int = usualLimit) {
        self.limit = limit
    }

    /// Takes a place, to be given back.
    ///
    /// - Throws: ``SendFailure/tooMany(_:)`` when the app has as many as it may.
    func take(for app: AppID) throws(SendFailure) {
        let isFree = taken.withLock { taken in
            let count = taken[app, default: 0]
            guard count < limit else { return false }
            taken[app] = count + 1
            return true
        }
        guard isFree else { throw .tooMany(limit) }
    }

    func giveBack(for app: AppID) {
        taken.withLock { taken in
            let left = taken[app, default: 0] - 1
            taken[app] = left > 0 ? left : nil
        }
    }
}
