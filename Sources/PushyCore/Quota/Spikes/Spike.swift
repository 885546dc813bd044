import Foundation

/// A stretch of time in which far more writes were asked for than the hours before it were like.
public struct Spike: Hashable, Sendable {
    /// Why there are so many.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Most are first registrations: a release reaches its users.
        case rollout
        /// Known tokens are written again: an app that forgets to deduplicate.
        case churn
    }

    /// When it began, to five minutes.
    public let from: Date

    /// When the rate was back, to five minutes; the moment of the report while it lasts.
    public let to: Date

    /// Whether it lasts.
    public let isOngoing: Bool

    /// What an hour of this time of the day usually brings.
    public let baseline: Int

    /// First registrations that were asked for in it, refused ones included.
    public let new: Int

    /// Writes of known tokens that were asked for in it, refused ones included.
    public let changed: Int

    /// All writes that were asked for in it, refused ones included.
    public var writes: Int { new + changed }

    /// Why there are so many.
    public var kind: Kind { new > changed ? .rollout : .churn }
}
