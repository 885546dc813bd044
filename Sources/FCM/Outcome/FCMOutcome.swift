/// What became of one message; `gone` alone says that a token is dead.
public enum FCMOutcome: Hashable, Sendable {
    /// FCM took it, and gave it this name.
    case accepted(name: String)
    /// The token is no more: delete it.
    case gone(FCMErrorCode)
    /// FCM refused it for good; the token stays.
    case rejected(FCMRejection)
    /// FCM cannot now: the same again after this time, and after twice as long each time it fails again.
    case later(FCMErrorCode, after: Duration)
    /// No answer that counts.
    case failed(FCMFailure)
}

/// Why FCM refused a message for good.
public struct FCMRejection: Hashable, Sendable {
    /// The status, such as 400.
    public let status: Int
    /// The error's code.
    public let code: FCMErrorCode
    /// What FCM says about it.
    public let message: String
}

extension FCMRejection: CustomStringConvertible {
    public var description: String {
        let words = message.isEmpty ? "" : " (\(message))"
        return "FCM answered \(status) \(code)\(words). \(code.advice)"
    }
}
