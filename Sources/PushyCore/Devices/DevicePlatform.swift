/// What a device runs, which says by which service it is reached.
public enum DevicePlatform: String, Hashable, Sendable, Codable, CaseIterable {
    case ios, macos, tvos, watchos, visionos, android, web

    /// The service that reaches it.
    public var service: PushServiceKind {
        switch self {
        case .ios, .macos, .tvos, .watchos, .visionos: .apns
        case .android: .fcm
        case .web: .webPush
        }
    }
}

/// One of the three services that carry notifications to devices.
public enum PushServiceKind: String, Hashable, Sendable, Codable, CaseIterable {
    case apns, fcm
    case webPush = "web"

    /// What it is called in a sentence.
    public var title: String {
        switch self {
        case .apns: "APNs"
        case .fcm: "FCM"
        case .webPush: "Web Push"
        }
    }
}
