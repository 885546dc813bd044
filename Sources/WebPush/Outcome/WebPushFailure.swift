import HTTPClient

/// Why a message did not come to an answer.
public enum WebPushFailure: Error, Hashable, Sendable {
    /// The endpoint may not be sent to.
    case endpoint(SubscriptionFault)
    /// The identity does not have the key that the subscription was made with.
    case unknownKey
    /// The message could not be encrypted or signed.
    case message(MessageFault)
    /// The service was not reached, or did not answer.
    case transport(HTTPClientError)
}

extension WebPushFailure {
    /// The cause in a word, the same for every failure of a kind: what counts are kept by.
    public var name: String {
        switch self {
        case .endpoint: "EndpointNotAllowed"
        case .unknownKey: "UnknownVAPIDKey"
        case .message: "EncryptionFailed"
        case .transport(.forbiddenAddress): "ForbiddenAddress"
        case .transport(.timedOut), .transport(.noTurn): "DeadlineExceeded"
        case .transport(.untrusted), .transport(.unreadableTrust): "NotTrusted"
        case .transport(.connectionLost): "ConnectionLost"
        case .transport: "NotReachable"
        }
    }
}

extension WebPushFailure {
    /// What a cause of ``name`` means and what to do; nil for a word that is none.
    public static func advice(named name: String) -> String? {
        switch name {
        case "EndpointNotAllowed": "The subscription's address is none of a browser's service that may be sent to."
        case "UnknownVAPIDKey":
            "The subscription was made with a VAPID key that is no longer there. The browser has to subscribe again."
        case "EncryptionFailed": "The message could not be encrypted for the browser. It has to subscribe again."
        case "ForbiddenAddress": "The service's name leads to an address that is not public, which is not sent to."
        case "DeadlineExceeded": "The browser's service did not answer in time. Send again later."
        case "NotTrusted": "The server's certificate was not trusted. Check for a proxy in between, and the clock."
        case "ConnectionLost":
            "The connection broke before the answer, so that it may have come through. Check the network."
        case "NotReachable":
            "The browser's service could not be reached. Check the network, DNS, and that port 443 is open."
        default: nil
        }
    }
}

extension WebPushFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .endpoint(let fault): fault.description
        case .unknownKey:
            "The subscription was made with a VAPID key that is no longer there. Put the key back, or subscribe again."
        case .message(let fault): fault.description
        case .transport(let error): error.description
        }
    }
}
