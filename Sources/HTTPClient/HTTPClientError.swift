/// Why there is no answer. The host is the most that is ever said of an address, for its path may be a secret.
public enum HTTPClientError: Error, Hashable, Sendable {
    /// The address is none, or neither http nor https.
    case malformedAddress
    /// A header field holds a line break, or has no name.
    case malformedHeader(name: String)
    /// The host is at an address that the client may not connect to, such as one of the private network.
    case forbiddenAddress(String)
    /// The host has no address, nobody listens there, or no connection came about in time. The request was not sent.
    case unreachable(String)
    /// Earlier requests kept the server busy for as long as this one could wait for its turn. It was not sent.
    case noTurn
    /// The server's certificate cannot be trusted; with libcurl's words. The request was not sent.
    case untrusted(String)
    /// The file of certificates to trust cannot be read.
    case unreadableTrust(path: String)
    /// The connection broke after the request was sent; whether the server did what was asked is not known.
    case connectionLost(String)
    /// The deadline passed; whether the server did what was asked is not known.
    case timedOut
    /// The answer is longer than the client takes.
    case tooLong(limit: Int)
    /// The task was cancelled.
    case cancelled
    /// Anything else, in libcurl's words.
    case failed(String)
}

extension HTTPClientError {
    /// Whether it is certain that the server did nothing: sending the request again doubles nothing.
    public var isCertainlyUndone: Bool {
        switch self {
        case .malformedAddress, .malformedHeader, .forbiddenAddress, .unreachable, .noTurn, .untrusted,
            .unreadableTrust:
            true
        case .connectionLost, .timedOut, .tooLong, .cancelled, .failed: false
        }
    }

    /// Whether the same request may succeed later.
    public var isPassing: Bool {
        switch self {
        case .unreachable, .noTurn, .connectionLost, .timedOut, .failed: true
        case .malformedAddress, .malformedHeader, .forbiddenAddress, .untrusted, .unreadableTrust, .tooLong, .cancelled:
            false
        }
    }
}

extension HTTPClientError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformedAddress: "The address is malformed: give one that begins with https:// or http://."
        case .malformedHeader(let name): "The header field \"\(name)\" is malformed: it must fit on one line."
        case .forbiddenAddress(let address):
            "The host is at \(address), which is not on the public internet: name it with its port if it is meant."
        case .unreachable(let reason): "The server cannot be reached (\(reason)): look at its address and the network."
        case .noTurn: "The server did not answer earlier requests in time, and this one was not sent."
        case .untrusted(let reason):
            "The server's certificate cannot be trusted (\(reason)): mend it, or name its authority in PUSHY_CA_FILE."
        case .unreadableTrust(let path):
            "The certificates in \(path) cannot be read: name a file of certificates in PEM."
        case .connectionLost(let reason):
            "The connection broke before the answer (\(reason)): the server may or may not have done what was asked."
        case .timedOut: "The server did not answer in time: look whether it is overloaded."
        case .tooLong(let limit): "The answer is longer than \(limit) bytes and was not read."
        case .cancelled: "The request was cancelled."
        case .failed(let reason): "The request failed: \(reason)."
        }
    }
}
