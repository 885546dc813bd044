import Foundation
import Synchronization
import WorkersKV

/// What stored records were read as: the same bytes under the same name are not read again, which takes longer by far than
/// to compare them.
///
/// Each look compares, so that what another process has written meanwhile is seen at once.
final class ReadJSON<Value: StoredJSON & Sendable>: Sendable {
    /// More than an owner has apps and keys; beyond it all are forgotten.
    private static var capacity: Int { 1_000 }

    private let known = Mutex<[String: (bytes: [UInt8], value: Value)]>([:])

    /// The record that the bytes under a name are; nil when they are none.
    func value(of name: KeyName, reading json: RawSpan) -> Value? {
        let former = known.withLock { $0[name.text] }
        if let former, json.holds(former.bytes) { return former.value }
        guard let value = Value(json: json) else { return nil }
        let bytes = json.withUnsafeBytes { Array($0) }
        known.withLock { known in
            if known.count >= Self.capacity { known.removeAll() }
            known[name.text] = (bytes, value)
        }
        return value
    }
}

extension RawSpan {
    fileprivate func holds(_ bytes: [UInt8]) -> Bool {
        withUnsafeBytes { mine in
            bytes.withUnsafeBytes { theirs in
                guard mine.count == theirs.count else { return false }
                guard let first = mine.baseAddress, let second = theirs.baseAddress else { return true }
                return memcmp(first, second, mine.count) == 0
            }
        }
    }
}
