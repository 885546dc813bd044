import JSON

/// Why a notification cannot be sent as it was given, in words for whoever wrote it.
public enum APNsRefusal: Error, Hashable, Sendable {
    case topicEmpty
    case topicNotPlain(String)
    case collapseIDEmpty
    case collapseIDTooLong(byteCount: Int)
    case collapseIDNotPlain
    case expirationBefore1970
    case backgroundPriority
    case backgroundWithoutContentAvailable
    case backgroundTellsThePerson(key: String)
    case nothingToTell
    case reservedCustomKey
    case notBetweenZeroAndOne(Double)
    case imageNotHTTPS(String)
    case payloadEmpty
    case payloadNotJSON(JSONFault)
    case payloadNotAnObject
    case apsMissing
    case apsNotAnObject
    case payloadTooLarge(byteCount: Int, limit: Int)
}

extension APNsRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .topicEmpty: "The topic is empty. It is the app's bundle ID, for example com.example.app."
        case .topicNotPlain(let text):
            "The topic \"\(text)\" has a space or a character outside ASCII. It is the app's bundle ID, for example com.example.app."
        case .collapseIDEmpty: "The collapse ID is empty. Leave it out, or give it 1 to 64 bytes."
        case .collapseIDTooLong(let byteCount):
            "The collapse ID has \(byteCount) bytes; APNs takes at most \(APNsCollapseID.maximumByteCount)."
        case .collapseIDNotPlain:
            "The collapse ID has a control character, or a space at its beginning or end. Take that away."
        case .expirationBefore1970:
            "The expiration is no moment after 1970. Give seconds since 1970, 0 for a single attempt, or leave it out."
        case .backgroundPriority: "A background push must have priority 5. Leave the priority out, or set it to 5."
        case .backgroundWithoutContentAvailable:
            "A background push must have \"content-available\": 1 in aps. Add it, or send an alert."
        case .backgroundTellsThePerson(let key):
            "A background push must not have \"\(key)\" in aps. Take it away, or send an alert."
        case .nothingToTell:
            "An alert push must have an alert, a badge or a sound. Write a title or a body, or send a background push."
        case .reservedCustomKey: "The custom data has a key \"aps\", which is Apple's own. Give it another name."
        case .notBetweenZeroAndOne(let value): "\(value) is not between 0 and 1."
        case .imageNotHTTPS(let text): "The image \"\(text)\" is not an https address, and iOS loads nothing else."
        case .payloadEmpty: "The payload is empty. Give a JSON object with an aps member."
        case .payloadNotJSON(let fault): "The payload is not JSON: \(fault)"
        case .payloadNotAnObject: "The payload is JSON but no object. Give an object with an aps member."
        case .apsMissing: "The payload has no aps member. Add \"aps\": {…}."
        case .apsNotAnObject: "The payload's aps member is no object. Write it as \"aps\": {…}."
        case .payloadTooLarge(let byteCount, let limit):
            "The payload has \(byteCount) bytes; APNs takes at most \(limit). Shorten the text or the custom data."
        }
    }
}
