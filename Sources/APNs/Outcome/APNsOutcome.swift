import Foundation

/// What became of one delivery: six different things, of which only `gone` says that a token is dead.
public enum APNsOutcome: Hashable, Sendable {
    /// APNs took it.
    case accepted
    /// 410: the token is no longer valid for the topic, and was not at that moment by APNs's clock.
    ///
    /// Only a token that was registered before the moment may be deleted; without a moment none may.
    case gone(reason: APNsReason, since: Date?)
    /// APNs refused it for good; the token stays.
    case rejected(status: Int, reason: APNsReason)
    /// Not delivered, after all retries, while APNs served others; it may work later.
    case failed(APNsFailure)
    /// Not delivered because APNs could not be reached, or served nobody, for as long as the client waits: nothing speaks
    /// against the delivery itself.
    case unserved(APNsFailure)
    /// Not delivered yet: it must be tried again after a pause, and its sender asked to see to that itself.
    case late(APNsFailure)
}
