import Foundation
import HTTPClient
import JSON
import PushCrypto

/// A Google service account's key: who asks for access tokens, and how that is proven.
///
/// A value of this type has all that is needed, and its key signs. Whether Google knows it, only Google can tell.
///
/// Source: the JSON that Firebase's console hands out under Service accounts.
public struct ServiceAccount: Sendable {
    /// The project that messages are sent in.
    public let projectID: String
    /// Who signs.
    public let clientEmail: String
    /// Which of the account's keys signs.
    public let privateKeyID: String
    /// Where access tokens come from; https.
    public let tokenURI: String

    let key: RSA.PrivateKey

    /// Reads the JSON file's text.
    public init(_ json: JSONValue) throws(ServiceAccountFault) {
        if let type = try Self.optionalText("type", in: json), type != "service_account" { throw .otherType(type) }
        projectID = try Self.text("project_id", in: json)
        // It becomes part of a path.
        guard projectID.utf8.allSatisfy(Self.isProjectCharacter) else { throw .malformed("project_id") }
        clientEmail = try Self.text("client_email", in: json)
        guard clientEmail.contains("@") else { throw .malformed("client_email") }
        privateKeyID = try Self.text("private_key_id", in: json)
        tokenURI = try Self.optionalText("token_uri", in: json) ?? Self.googleTokenURI
        guard let address = HTTPAddress(tokenURI), address.scheme == "https", !address.hasUserInfo else {
            throw .malformed("token_uri")
        }
        let pem = try Self.text("private_key", in: json)
        do throws(KeyFault) {
            key = try RSA.PrivateKey(pem: pem)
        } catch {
            throw .key(error)
        }
        try Self.checkThatItSigns(key)
    }

    private static func checkThatItSigns(_ key: RSA.PrivateKey) throws(ServiceAccountFault) {
        let message = Array("a trial".utf8)
        let isValid: Bool
        do throws(CryptoFailure) {
            isValid = try key.publicKey.isValid(signature: key.sign(message), of: message)
        } catch {
            throw .crypto(error)
        }
        if !isValid { throw .keyDoesNotSign }
    }

    private static let googleTokenURI = "https://oauth2.googleapis.com/token"

    private static func text(_ name: String, in json: JSONValue) throws(ServiceAccountFault) -> String {
        guard let text = try optionalText(name, in: json) else { throw .missing(name) }
        return text
    }

    private static func optionalText(_ name: String, in json: JSONValue) throws(ServiceAccountFault) -> String? {
        guard case .object(let object) = json else { throw .notAnObject }
        guard let value = object[name] else { return nil }
        guard case .string(let text) = value, !text.isEmpty else { throw .malformed(name) }
        return text
    }

    private static func isProjectCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
