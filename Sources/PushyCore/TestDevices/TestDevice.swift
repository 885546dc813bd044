import APNs
import PushCrypto

/// A device of the owner's own: a message is tried on it before it goes to everybody.
public struct TestDevice: Hashable, Sendable, Codable {
    /// The longest name, in bytes of UTF-8.
    public static let maximumNameByteCount = 64

    public let token: DeviceToken
    /// What the owner calls it.
    public let name: String
    /// The APNs environment of the app that is installed on it.
    public let environment: APNsEnvironment

    /// Marks a device under a name; spaces around it do not count.
    ///
    /// - Throws: ``DraftFault`` for the field `deviceName`.
    public init(_ token: DeviceToken, named name: String, in environment: APNsEnvironment) throws(DraftFault) {
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !name.isEmpty else { throw DraftFault(field: "deviceName", reason: "Give the device a name.") }
        guard name.utf8.count <= Self.maximumNameByteCount else {
            let reason = "A name has at most \(Self.maximumNameByteCount) bytes. Shorten it."
            throw DraftFault(field: "deviceName", reason: reason)
        }
        self.token = token
        self.name = name
        self.environment = environment
    }

    /// Names the device in forms without telling its token, which whoever reads it could send to.
    public var id: String {
        String(Base64URL.encode(SHA256.hash(Array(token.hex.utf8))).prefix(Self.idCount))
    }

    /// 96 bits: no two devices meet.
    private static let idCount = 16
}

extension TestDevice: StoredJSON {}
