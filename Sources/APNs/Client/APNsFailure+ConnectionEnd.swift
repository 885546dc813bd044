import HTTP2

extension APNsFailure {
    init(_ end: ConnectionEnd) {
        let detail = end.description
        switch end {
        case .unresolved: self = .nameNotResolved(detail)
        case .refused, .unreachable, .timedOut: self = .notReachable(detail)
        case .tls(.noHTTP2): self = .notHTTP2(detail)
        case .tls: self = .notTrusted(detail)
        case .reset, .closedByPeer, .stalled, .protocolViolation, .closed: self = .connectionLost(detail)
        }
    }
}

extension ConnectionEnd {
    /// Whether trying again is useless until somebody mends something.
    var needsMending: Bool {
        guard case .tls(let failure) = self else { return false }
        if case .handshake = failure { return false }
        return true
    }
}
