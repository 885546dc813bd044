import Foundation
import PushCrypto

/// The name of one delivery, `apns-id`: a UUID in lowercase.
///
/// A repeat bears the same one, so that it can be told from a second notification.
public struct APNsID: Hashable, Sendable {
    public let uuid: UUID

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
        var name = Array(broadcast.utf8)
        // A byte that neither part can hold keeps "ab" + "c" apart from "a" + "bc".
        name.append(0)
        name.append(contentsOf: token.hex.utf8)
        let digest = SHA256.hash(name)
        uuid = UUID(
            uuid: (
                digest[0], digest[1], digest[2], digest[3], digest[4], digest[5],
                digest[6] & 0x0f | 0x80, digest[7], digest[8] & 0x3f | 0x80, digest[9],
                digest[10], digest[11], digest[12], digest[13], digest[14], digest[15]
            )
        )
    }

    /// The UUID as the header carries it.
    public var text: String { uuid.uuidString.lowercased() }
}

extension APNsID: CustomStringConvertible {
    public var description: String { text }
}
