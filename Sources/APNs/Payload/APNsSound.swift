import JSON

/// What a notification plays.
public enum APNsSound: Hashable, Sendable {
    /// A sound file of the app, or `default`.
    case named(String)
    /// Played even when the device is silenced; the app needs Apple's entitlement for it.
    case critical(name: String = "default", volume: UnitInterval = .one)

    /// The system's own sound.
    public static let standard = APNsSound.named("default")
}

extension APNsSound: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .named(value) }
}

extension APNsSound {
    var json: JSONValue {
        switch self {
        case .named(let name): .string(name)
        case .critical(let name, let volume):
            ["critical": 1, "name": .string(name), "volume": volume.json]
        }
    }
}
