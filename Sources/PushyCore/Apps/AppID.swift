/// The name of an app, by which its owner and its backend call it: 1 to 64 of a to z, 0 to 9 and hyphens.
public struct AppID: Hashable, Sendable {
    /// The longest name, in characters.
    public static let maximumCharacterCount = 64

    /// The app that the environment names; it is there from the beginning and stays.
    public static let `default` = AppID(checked: "default")

    /// The name as text.
    public let text: String

    /// Takes the name as it came from a client.
    ///
    /// - Throws: ``DraftFault`` for a text that is no name.
    public init(_ text: String) throws(DraftFault) {
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isName, (1...Self.maximumCharacterCount).contains(text.utf8.count) else {
            throw DraftFault(
                field: "id",
                reason: "It must have 1 to \(Self.maximumCharacterCount) of the characters a to z, 0 to 9 and hyphen."
            )
        }
        self.text = text
    }

    private init(checked text: String) {
        self.text = text
    }
}

extension AppID: CustomStringConvertible {
    public var description: String { text }
}

extension AppID: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
