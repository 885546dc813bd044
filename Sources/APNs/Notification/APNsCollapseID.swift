/// Notifications that bear the same one replace each other on the device: 1 to 64 bytes.
///
/// Source: User Notifications, "Sending notification requests to APNs", `apns-collapse-id`.
public struct APNsCollapseID: Hashable, Sendable {
    /// The longest, in bytes of UTF-8.
    public static let maximumByteCount = 64

    /// As it was given.
    public let text: String

    /// Takes 1 to 64 bytes that a header can carry.
    public init(_ text: String) throws(APNsRefusal) {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last else { throw .collapseIDEmpty }
        guard bytes.count <= Self.maximumByteCount else { throw .collapseIDTooLong(byteCount: bytes.count) }
        // A header's value has no control characters and neither begins nor ends with a space: RFC 9113, 8.2.1.
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }), first != 0x20, last != 0x20 else {
            throw .collapseIDNotPlain
        }
        self.text = text
    }
}

extension APNsCollapseID: CustomStringConvertible {
    public var description: String { text }
}
