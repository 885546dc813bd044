/// What became of one message; `gone` alone says that a subscription is dead.
public enum WebPushOutcome: Hashable, Sendable {
    /// The service took it.
    case accepted
    /// The subscription is no more: delete it.
    case gone(status: Int)
    /// The service refused it for good; the subscription stays.
    case rejected(WebPushRejection)
    /// The service cannot now: the same again later, after the time that it asks for if it asks for one.
    case later(status: Int, after: Duration?)
    /// No answer, or no request.
    case failed(WebPushFailure)
}
