import PushCrypto

/// A team's key for APNs: the private key of the p8 file, its ID, and the team's.
public struct APNsCredentials: Sendable {
    /// The key of the p8 file.
    public let key: P256.PrivateKey
    /// Ten characters, as Apple's portal shows them beside the key.
    public let keyID: String
    /// Ten characters, as Apple's portal shows them under membership.
    public let teamID: String

    /// Takes the three that belong together; whether they do, only APNs can tell.
    public init(key: P256.PrivateKey, keyID: String, teamID: String) throws(Invalid) {
        guard Self.isIdentifier(keyID) else { throw .keyID(keyID) }
        guard Self.isIdentifier(teamID) else { throw .teamID(teamID) }
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Why an ID cannot be one.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case keyID(String)
        case teamID(String)

        public var description: String {
            switch self {
            case .keyID(let text):
                "The key ID \"\(text)\" is not ten letters and digits. It stands beside the key in Apple's portal, and in the p8's file name."
            case .teamID(let text):
                "The team ID \"\(text)\" is not ten letters and digits. It stands under Membership in Apple's portal."
            }
        }
    }

    /// Whether a text has the form of a key's or a team's ID: ten letters and digits.
    public static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }
}
