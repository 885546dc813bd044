import APNs
import Foundation

/// What the owner asks for: a message, whom it is for, and when it goes.
public struct Draft: Hashable, Sendable, Codable {
    public var message: Message
    /// The audience and the environment.
    public var selection: Selection
    /// One device instead of the audience; it need not be registered.
    public var token: DeviceToken?
    /// When it goes; nil is at once.
    public var scheduledAt: Date?
    /// At most so many notifications a second; nil is as many as APNs takes.
    public var ratePerSecond: Int?

    public init(
        _ message: Message,
        to selection: Selection,
        token: DeviceToken? = nil,
        scheduledAt: Date? = nil,
        ratePerSecond: Int? = nil
    ) {
        self.message = message
        self.selection = selection
        self.token = token
        self.scheduledAt = scheduledAt
        self.ratePerSecond = ratePerSecond
    }
}
