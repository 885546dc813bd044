/// Why a delivery did not come to an answer that counts, after all retries.
public enum APNsFailure: Error, Hashable, Sendable {
    /// The host's name has no address, or asking for it failed.
    case nameNotResolved(String)
    /// No TCP connection came about.
    case notReachable(String)
    /// The TLS handshake failed: an expired, self-signed or foreign certificate, for example.
    case notTrusted(String)
    /// What answered does not speak HTTP/2.
    case notHTTP2(String)
    /// The connection broke, again and again.
    case connectionLost(String)
    /// No answer came within the deadline.
    case deadline(Duration)
    /// APNs did not take the request up, again and again.
    case refusedByServer
    /// APNs answered that it cannot now (429, 500, 503), again and again.
    case unavailable(status: Int, reason: APNsReason)
    /// No provider token could be made.
    case noProviderToken(String)
    /// The client was shut down first.
    case shutDown
}

extension APNsFailure {
    /// The cause in a word, the same for every failure of a kind: what counts are kept by.
    public var name: String {
        switch self {
        case .nameNotResolved: "NameNotResolved"
        case .notReachable: "NotReachable"
        case .notTrusted: "NotTrusted"
        case .notHTTP2: "NotHTTP2"
        case .connectionLost: "ConnectionLost"
        case .deadline: "DeadlineExceeded"
        case .refusedByServer: "RefusedByServer"
        case .unavailable(_, let reason): reason.rawValue
        case .noProviderToken: "NoProviderToken"
        case .shutDown: "ShutDown"
        }
    }
}

extension APNsFailure {
    /// What a cause means and what to do, by the name that counts are kept by.
    public static func advice(named name: String) -> String {
        switch name {
        case "NameNotResolved": "The host's name was not found. Check this machine's DNS."
        case "NotReachable": "APNs could not be connected to. Check the network, and that port 443 is open."
        case "NotTrusted": "The server's certificate was not trusted. Check for a proxy in between, and the clock."
        case "NotHTTP2": "What answered does not speak HTTP/2. Check for a proxy in between."
        case "ConnectionLost": "The connection broke again and again. Check the network, and send again later."
        case "DeadlineExceeded": "APNs did not answer in time. Send again later."
        case "RefusedByServer": "APNs took no more requests, again and again. Send again later."
        case "NoProviderToken": "No provider token could be made. Check the key with pushy check."
        case "ShutDown": "The service was stopped before an answer came."
        default: APNsReason(rawValue: name).advice
        }
    }
}

extension APNsFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .nameNotResolved(let detail), .notReachable(let detail), .notTrusted(let detail), .notHTTP2(let detail),
            .connectionLost(let detail), .noProviderToken(let detail):
            detail
        case .deadline(let limit): "APNs did not answer within \(limit.milliseconds) ms. Try again later."
        case .refusedByServer: "APNs refused to take the request up, again and again. Try again later."
        case .unavailable(let status, let reason):
            "APNs answered \(status) \(reason), again and again. \(reason.advice)"
        case .shutDown: "The sender was shut down before the notification went out."
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
