import Foundation

extension UnsafeRawBufferPointer {
    /// How the bytes compare: negative when they come before the others, 0 when they are the same, else positive.
    ///
    /// Where one begins with the other, the shorter comes first.
    func order(against other: UnsafeRawBufferPointer) -> Int {
        let shared = Swift.min(count, other.count)
        if shared > 0, let left = baseAddress, let right = other.baseAddress {
            let difference = memcmp(left, right, shared)
            if difference != 0 { return Int(difference) }
        }
        return count - other.count
    }

    /// Whether they begin with the other bytes.
    func starts(withBytes prefix: UnsafeRawBufferPointer) -> Bool {
        count >= prefix.count && UnsafeRawBufferPointer(rebasing: self[..<prefix.count]).order(against: prefix) == 0
    }
}
