import APNs
import Foundation

/// What the owner asks for: a message, whom it is for, and when it goes.
public struct Draft: Hashable, Sendable, Codable {
    public var message: DraftMessage
    /// The audience and the environment; a message for every service goes to each device in the device's own, and to those
    /// that never named any in this one.
    public var selection: Selection
    /// One device instead of the audience; it need not be registered.
    public var token: DeviceToken?
    /// When it goes; nil is at once.
    public var scheduledAt: Date?
    /// At most so many notifications a second; nil is as many as APNs takes.
    public var ratePerSecond: Int?
    /// The owner's time zone by its IANA name, where one was given: moments are shown in it, and in UTC.
    public var timeZone: String?
    /// The app whose devices it is for; nil is the default one.
    private var otherApp: AppID?
    /// What the message is for once it was tried on one device.
    public var intention: Intention?

    public init(
        _ message: Message,
        to selection: Selection,
        token: DeviceToken? = nil,
        scheduledAt: Date? = nil,
        ratePerSecond: Int? = nil
    ) {
        self.message = .notification(message)
        self.selection = selection
        self.token = token
        self.scheduledAt = scheduledAt
        self.ratePerSecond = ratePerSecond
    }
}

extension Draft {
    /// The app whose devices it is for.
    public var app: AppID {
        get { otherApp ?? .default }
        set { otherApp = newValue == .default ? nil : newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case message, selection, token, scheduledAt, ratePerSecond, timeZone, intention
        case otherApp = "app"
    }
}

extension Draft {
    /// Whom a message that is tried on one device is for, and when it is to go to them.
    public struct Intention: Hashable, Sendable, Codable {
        public let selection: Selection
        public let scheduledAt: Date?
        /// What the owner calls the device that it is tried on.
        public let deviceName: String
    }

    /// The draft as a trial: for this one device, and at once. What it is for is kept, to go on with.
    public func trial(on device: TestDevice) -> Draft {
        var trial = self
        trial.intention = Intention(selection: selection, scheduledAt: scheduledAt, deviceName: device.name)
        trial.selection.environment = device.environment
        trial.token = device.token
        trial.scheduledAt = nil
        return trial
    }
}

extension Draft {
    /// Whether another asks for the same, in whatever order the members of its message came.
    func asksTheSame(as other: Draft) -> Bool {
        var withMyMessage = other
        withMyMessage.message = message
        return self == withMyMessage && message.says(other.message)
    }
}
