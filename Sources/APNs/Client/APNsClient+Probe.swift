/// What a connection to APNs showed.
public enum APNsProbe: Hashable, Sendable {
    /// Connected over TLS and HTTP/2, and key, team and topic were accepted.
    case accepted
    /// Connected, but APNs refused: the reason says what to mend.
    case refused(status: Int, reason: APNsReason)
    /// No answer came, and why.
    case failed(APNsFailure)
}

extension APNsClient {
    /// Asks APNs about key, team and topic with a background push to a token that no device has: `BadDeviceToken` says
    /// that all else was right, because APNs looks at the token last.
    ///
    /// Does not wait for an APNs that cannot be reached or cannot serve now. Ask rarely: APNs counts bad tokens against a provider.
    public func probe(topic: APNsTopic) async -> APNsProbe {
        let notification = APNsNotification(
            checked: .wakingOnly,
            topic: topic,
            priority: .considerate,
            expiration: .oneAttempt
        )
        let delivery = APNsDelivery(token: .ofNobody)
        switch await send(notification, to: [delivery], standing: .impatient)[0] {
        case .accepted, .gone: return .accepted
        case .rejected(_, let reason) where reason == "BadDeviceToken": return .accepted
        case .rejected(let status, let reason): return .refused(status: status, reason: reason)
        case .failed(let failure), .unserved(let failure), .late(let failure): return .failed(failure)
        }
    }
}

extension DeviceToken {
    /// As long as most tokens, and all zero.
    fileprivate static let ofNobody = DeviceToken(checked: String(repeating: "0", count: 64))
}

extension APNsPayload {
    /// The least that a background push can have.
    fileprivate static let wakingOnly = APNsPayload(
        checked: Array(#"{"aps":{"content-available":1}}"#.utf8),
        for: .background
    )
}
