/// Why a message cannot be sent as it was given, in words for whoever wrote it.
public enum FCMRefusal: Error, Hashable, Sendable {
    case targetInMessage
    case unknownMember(String)
    case wrongType(String, String)
    case reservedDataKey(String)
    case dataIsNull(String)
    case timeToLive(String)
    case notHTTPS(String)
    case tooLarge(byteCount: Int)
}

extension FCMRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .targetInMessage: "The message names its own target. Leave out token, fid, topic and condition."
        case .unknownMember(let path): "FCM knows no \(path). Look for a misspelling."
        case .wrongType(let path, let type): "\(path) must be \(type)."
        case .reservedDataKey(let key):
            "data has a key \"\(key)\", which is FCM's own: from, message_type, and what begins with google. or gcm.notification. are. Give it another name."
        case .dataIsNull(let key): "data has no value for \"\(key)\". Leave the key out, or give it a text."
        case .timeToLive(let text):
            "\"\(text)\" is longer than the four weeks that FCM keeps a message for: give 2419200s or less."
        case .notHTTPS(let path): "\(path) must be an https address."
        case .tooLarge(let byteCount):
            "The message has \(byteCount) bytes of names and values; FCM takes at most \(FCMMessage.maximumByteCount). Shorten the text or the data."
        }
    }
}
