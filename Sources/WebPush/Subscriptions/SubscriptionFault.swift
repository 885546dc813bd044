/// Why something is no subscription that messages can be sent to, in words for whoever registers it.
public enum SubscriptionFault: Error, Hashable, Sendable {
    case missing(String)
    case endpointMalformed
    case endpointTooLong
    case endpointNotHTTPS
    case endpointWithUser
    case endpointNotAllowed(host: String, port: UInt16)
    /// The browser's own word for a subscription that is gone.
    case endpointRemoved
    case keyNotBase64
    case keyNotAPoint
    case secretNot16
}

extension SubscriptionFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let name): "The subscription has no \(name). Give what PushSubscription.toJSON() returns."
        case .endpointMalformed: "The endpoint is no address. Give the one that the browser made."
        case .endpointTooLong: "The endpoint is longer than \(EndpointPolicy.maximumByteCount) bytes."
        case .endpointNotHTTPS: "The endpoint is not https, as those of all push services are."
        case .endpointWithUser: "The endpoint names a user, as none of a push service does."
        case .endpointNotAllowed(let host, let port):
            "The endpoint's host \(host):\(port) is no push service that is known. If it is one, add it to PUSHY_WEBPUSH_HOSTS."
        case .endpointRemoved: "The browser has ended this subscription. Subscribe again."
        case .keyNotBase64: "The subscription's p256dh is not Base64. Give what the browser made."
        case .keyNotAPoint: "The subscription's p256dh is no public key on P-256: 65 bytes, the first of them 4."
        case .secretNot16: "The subscription's auth is not 16 bytes in Base64. Give what the browser made."
        }
    }
}
