/// Why a connection is over. Its description is a sentence for the person who runs the program.
public enum ConnectionEnd: Error, Hashable, Sendable {
    /// The host's name has no address. Transient means that the resolver could not tell for now.
    case unresolved(host: String, reason: String, isTransient: Bool)
    /// Nobody listens at the address, or a firewall says no.
    case refused(Endpoint)
    /// The network offers no way there.
    case unreachable(Endpoint, reason: String)
    /// The connection did not come about by its deadline.
    case timedOut(Endpoint, during: Phase)
    /// There is no agreement on TLS, or the other end is not who it should be.
    case tls(TLSFailure)
    /// The other end cut the connection off.
    case reset
    /// The other end closed the connection in order.
    case closedByPeer
    /// The other end no longer answers PING: it hangs, or the network swallows packets.
    case stalled
    /// Somebody broke the rules of HTTP/2.
    case protocolViolation(String)
    /// This end closed the connection.
    case closed

    /// How far a connection had come when its time ran out.
    public enum Phase: String, Hashable, Sendable {
        /// The host's name was not resolved yet.
        case resolving
        /// The TCP connection was not open yet.
        case connecting
        /// TLS was not agreed on yet.
        case handshake = "the TLS handshake"
        /// The other end had not sent its SETTINGS yet.
        case settings = "waiting for HTTP/2 settings"
    }
}

extension ConnectionEnd: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unresolved(let host, let reason, _):
            "The name \(host) has no address (\(reason)): check the spelling and this machine's DNS."
        case .refused(let endpoint):
            "\(endpoint) refuses connections: check address and port, and whether the server runs."
        case .unreachable(let endpoint, let reason):
            "\(endpoint) cannot be reached (\(reason)): check this machine's network."
        case .timedOut(let endpoint, let phase):
            "\(endpoint) took too long (\(phase.rawValue)): a firewall may swallow the packets; try its other port."
        case .tls(let failure): failure.description
        case .reset: "The other end cut the connection off."
        case .closedByPeer: "The other end closed the connection."
        case .stalled: "The other end no longer answers, and the connection was given up."
        case .protocolViolation(let detail): "The other end broke the rules of HTTP/2: \(detail)."
        case .closed: "The connection was closed at this end."
        }
    }
}
