import APNs
import Foundation
import WorkersKV

/// A token that moves in, with the record that this service will keep of it.
///
/// A record of Pushy's own is kept to the byte. One of another shape is translated: `pro`, `registered` and `environment`
/// are said in Pushy's words, and everything else that was in it stays beside them.
public struct TokenImport: Hashable, Sendable {
    /// The token, normalised as registrations are.
    public let token: DeviceToken
    /// The record as it will be stored.
    public let value: [UInt8]
    /// When it vanishes, if it does.
    public let expiration: KVExpiration?
    /// What stood beside the value; it stays there.
    public let metadata: KVMetadata?

    /// Reads a pair of a bulk file.
    ///
    /// - Throws: a ``TokenImportFault`` when it is no token, or does not say for sure whether its owner has the paid version.
    public init(_ pair: BulkPair) throws(TokenImportFault) {
        do throws(DeviceToken.Invalid) {
            token = try DeviceToken(pair.key.text)
        } catch {
            throw .noToken(error)
        }
        expiration = pair.expiration
        metadata = pair.metadata
        value = try ForeignRecord(value: pair.value, metadata: pair.metadata).translated()
    }

    /// When it was registered last, as far as its record says.
    var registered: Date? { (try? TokenRecord(value))?.registered }
}

/// Why a pair cannot be imported.
public enum TokenImportFault: Error, Hashable, Sendable, CustomStringConvertible {
    case noToken(DeviceToken.Invalid)
    /// The value is bytes that are no UTF-8.
    case noText
    /// Neither value nor metadata say whether the owner has the paid version.
    case nothingSaysPro
    /// Two members say the opposite.
    case contradiction(String, String)
    case unknownEnvironment(String)

    public var description: String {
        switch self {
        case .noToken(let invalid): invalid.description
        case .noText: "The value is no text, and so no record of a token."
        case .nothingSaysPro:
            "Neither value nor metadata say whether this is a pro device: write {\"pro\":true} or {\"pro\":false} as value."
        case .contradiction(let first, let second):
            "\(first) and \(second) say the opposite: keep the one that is right."
        case .unknownEnvironment(let text):
            "The environment \(text) is neither production nor sandbox: write one of them, or leave it out."
        }
    }
}
