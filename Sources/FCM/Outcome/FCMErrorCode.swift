/// The code of an FCM error, as it came: `UNREGISTERED`, or one that nobody has seen yet.
///
/// Source: Firebase, FCM error codes.
public struct FCMErrorCode: RawRepresentable, Hashable, Sendable {
    /// The code.
    public let rawValue: String

    /// A code by its name; any is legal.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The code that an answer names; nil for what is no name in capitals, as all of Google's are, so that no sentence is
    /// counted or shown as one.
    init?(answered text: String) {
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isName, (1...Self.longestName).contains(text.utf8.count) else { return nil }
        rawValue = text
    }

    private static let longestName = 64

    /// The app is gone from the device, or the token was replaced.
    public static let unregistered = FCMErrorCode(rawValue: "UNREGISTERED")
    /// The message, or the token, is malformed.
    public static let invalidArgument = FCMErrorCode(rawValue: "INVALID_ARGUMENT")
    /// The token belongs to another project.
    public static let senderIDMismatch = FCMErrorCode(rawValue: "SENDER_ID_MISMATCH")
    /// Firebase's own credential for APNs or Web Push is refused.
    public static let thirdPartyAuthError = FCMErrorCode(rawValue: "THIRD_PARTY_AUTH_ERROR")
    /// Too much was sent.
    public static let quotaExceeded = FCMErrorCode(rawValue: "QUOTA_EXCEEDED")
    /// FCM is overloaded.
    public static let unavailable = FCMErrorCode(rawValue: "UNAVAILABLE")
    /// FCM had a fault.
    public static let internalError = FCMErrorCode(rawValue: "INTERNAL")
}

extension FCMErrorCode {
    /// Whether every message of this project will be refused until that is mended.
    public var isAboutProject: Bool { self == .senderIDMismatch || self == .thirdPartyAuthError }

    /// What the code means and what to do, in a sentence or two.
    public var advice: String {
        switch self {
        case .unregistered: "The app is gone from the device, or has another token; this one is removed."
        case .invalidArgument: "FCM does not understand the message. Look at what it says, and mend the message."
        case .senderIDMismatch:
            "The token belongs to another Firebase project. Give this app the project's own account."
        case .thirdPartyAuthError:
            "Firebase's own APNs or Web Push credential is refused. Mend it in Firebase's console."
        case .quotaExceeded: "Too much was sent. Send more slowly."
        case .unavailable, .internalError: "FCM has a fault. Try again later."
        default: "This version does not know the code \"\(rawValue)\". Look it up in Firebase's documentation."
        }
    }
}

extension FCMErrorCode: CustomStringConvertible {
    public var description: String { rawValue }
}
