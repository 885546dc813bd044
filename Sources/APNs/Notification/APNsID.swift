import Foundation
import PushCrypto

/// The name of one delivery, `apns-id`: a UUID in lowercase.
///
/// A repeat bears the same one, so that it can be told from a second notification.
public struct APNsID: Hashable, Sendable {
    /// The sixteen bytes.
    public let uuid: UUID

    /// A given one.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// A fresh one, for a notification that is sent once.
    public init() {
        uuid = UUID()
    }

    /// The one that a broadcast's delivery to a device always bears, in this process and after a restart.
    ///
    /// A name-based UUID whose digest is SHA-256. Source: RFC 9562, section 5.8.
    public init(broadcast: String, token: DeviceToken) {
        // A byte that neither part can hold keeps "ab" + "c" apart from "a" + "bc".
        let byteCount = broadcast.utf8.count + 1 + token.hex.utf8.count
        let digest = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) { name in
            let end = name[...].initialize(fromContentsOf: broadcast.utf8)
            name.initializeElement(at: end, to: 0)
            _ = name[(end + 1)...].initialize(fromContentsOf: token.hex.utf8)
            return SHA256.hash(UnsafeBufferPointer(name).span.bytes)
        }
        uuid = UUID(
            uuid: (
                digest[0], digest[1], digest[2], digest[3], digest[4], digest[5],
                digest[6] & 0x0f | 0x80, digest[7], digest[8] & 0x3f | 0x80, digest[9],
                digest[10], digest[11], digest[12], digest[13], digest[14], digest[15]
            )
        )
    }

    /// The UUID as the header carries it.
    public var text: String {
        withText { text in text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    }
}

extension APNsID {
    /// Looks at the text as bytes; each delivery needs it, so it is written without a string.
    func withText<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.textByteCount) { text in
                var end = 0
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[end] = UInt8(ascii: "-")
                        end += 1
                    }
                    text[end] = Self.digit(byte >> 4)
                    text[end + 1] = Self.digit(byte & 15)
                    end += 2
                }
                return body(UnsafeBufferPointer(text).span)
            }
        }
    }

    /// Sixteen bytes in two digits each, and four hyphens. Source: RFC 9562, section 4.
    private static let textByteCount = 36

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension APNsID: CustomStringConvertible {
    public var description: String { text }
}
