extension APNsAnswer {
    /// What is to be done about an answer.
    enum Verdict: Hashable, Sendable {
        /// This is how it ends.
        case final(APNsOutcome)
        /// This one device gets too much: the same again later, and nothing else waits for it.
        case deviceBusy
        /// APNs cannot now: the same again later.
        case serviceFault
        /// APNs holds the provider token for expired.
        case tokenExpired
    }

    var verdict: Verdict {
        switch status {
        case 200: .final(.accepted)
        case 410: .final(.gone(reason: reason, since: timestamp))
        case 403 where reason == .expiredProviderToken: .tokenExpired
        case 429 where reason == .tooManyRequests: .deviceBusy
        case 429, 500...599: .serviceFault
        default: .final(.rejected(status: status, reason: reason))
        }
    }
}

extension APNsReason {
    static let expiredProviderToken: APNsReason = "ExpiredProviderToken"
    static let tooManyRequests: APNsReason = "TooManyRequests"
}
