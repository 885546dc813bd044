import PushCrypto

/// Why a JSON is no service account that can send.
public enum ServiceAccountFault: Error, Hashable, Sendable {
    case notAnObject
    case otherType(String)
    case missing(String)
    case malformed(String)
    case key(KeyFault)
    case keyDoesNotSign
    case crypto(CryptoFailure)
}

extension ServiceAccountFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAnObject: "This is no JSON object. \(Self.whereFrom)"
        case .otherType(let type): "This is the JSON of a \"\(type)\", not of a service account. \(Self.whereFrom)"
        case .missing(let name): "The service account has no \(name). \(Self.whereFrom)"
        case .malformed(let name): "The service account's \(name) is not what it should be. \(Self.whereFrom)"
        case .key(.otherBlock), .key(.damaged), .key(.cutOff), .key(.notBase64), .key(.empty), .key(.certificate):
            "The service account's private_key cannot be read. \(Self.whereFrom)"
        case .key(let fault): "The service account's private_key cannot be used: \(fault)"
        case .keyDoesNotSign: "The service account's private_key does not sign. \(Self.whereFrom)"
        case .crypto(let failure): failure.description
        }
    }

    private static let whereFrom =
        "Give the file that Firebase's console makes: Project settings, Service accounts, Generate new private key."
}
