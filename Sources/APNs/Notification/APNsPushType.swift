/// What a notification is for, as `apns-push-type` says it; it decides the topic's suffix and the payload's size.
///
/// Source: User Notifications, "Sending notification requests to APNs".
public enum APNsPushType: String, Hashable, Sendable, CaseIterable {
    /// Shows something, plays a sound or sets the badge.
    case alert
    /// Wakes the app without telling the person; always priority 5.
    case background
    case voip
    case complication
    case fileprovider
    case location
    case liveactivity
    case pushtotalk
    case widgets
    case controls
}

extension APNsPushType {
    /// What the topic ends with for this type of push, if anything.
    public var topicSuffix: String? {
        switch self {
        case .alert, .background: nil
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .location: ".location-query"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        case .controls: ".push-type.controls"
        }
    }

    /// The largest payload of this type, in bytes of UTF-8.
    public var maximumPayloadByteCount: Int {
        self == .voip ? 5120 : 4096
    }
}
