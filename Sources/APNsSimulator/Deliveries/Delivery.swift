import Foundation

/// A notification that the simulator accepted.
public struct Delivery: Hashable, Sendable {
    /// The device token, as its path had it.
    public let token: String
    /// The topic; empty where checks are off and none came.
    public let topic: String
    /// The notification's `apns-id`, in lowercase: the client's or, if it sent none, a new one.
    public let apnsID: String
    /// The collapse id, if any.
    public let collapseID: String?
    /// The push type, if any.
    public let pushType: String?
    /// The priority, if any.
    public let priority: Int?
    /// When the notification expires, in seconds since the epoch; 0 is at once, and nothing is Apple's own policy.
    public let expiration: Int64?
    /// The payload as it came.
    public let payload: String
    /// When it was accepted.
    public let time: Date
    /// The number of the connection that it came on, from 1 in the order of their coming.
    public let connection: Int
}
