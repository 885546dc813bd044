import PushCrypto

/// The name of a device within its app: the service that reaches it, and a digest of app and address.
///
/// Another app's name for the same device is another one, and neither tells the device's address.
public struct DeviceID: Hashable, Sendable {
    /// As it stands in addresses: `apns-` and 22 characters of Base64URL.
    public let text: String

    /// 22 characters are 132 bits: no two devices of anybody's share them.
    private static let digestCharacterCount = 22

    /// The name of a device at an address.
    init(of address: DeviceAddress, in app: AppID) {
        let digest = SHA256.hash(Array("\(app) \(address.text)".utf8))
        text = "\(address.service.rawValue)-\(Base64URL.encode(digest).prefix(Self.digestCharacterCount))"
    }

    /// The name that a text holds, or nil when it is none.
    public init?(_ text: String) {
        var text = text
        let isName = text.withUTF8 { bytes in
            PushServiceKind.allCases.contains { Self.isName(UnsafeRawBufferPointer(bytes), at: $0) }
        }
        guard isName else { return nil }
        self.text = text
    }

    /// The service that reaches the device.
    var service: PushServiceKind? { PushServiceKind(rawValue: String(text.prefix { $0 != "-" })) }

    /// Whether a key is the name of a device that a service reaches, read where it stands.
    static func isName(_ key: RawSpan, at service: PushServiceKind) -> Bool {
        key.withUnsafeBytes { isName($0, at: service) }
    }

    private static func isName(_ bytes: UnsafeRawBufferPointer, at service: PushServiceKind) -> Bool {
        let head = bytes.dropLast(digestCharacterCount)
        return head.last == UInt8(ascii: "-") && head.dropLast().elementsEqual(service.rawValue.utf8)
            && bytes.suffix(digestCharacterCount).allSatisfy(isDigestCharacter)
    }

    private static func isDigestCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// A key that comes after those of all devices of the same service, and before every token that comes after them.
    var endOfService: String {
        // The hyphen's successor.
        "\(text.prefix { $0 != "-" })."
    }

    /// Whether APNs reaches the device: its record stands under its token, those of others under their name.
    var isAPNs: Bool { text.hasPrefix(PushServiceKind.apns.rawValue) }
}

extension DeviceID: CustomStringConvertible {
    public var description: String { text }
}
