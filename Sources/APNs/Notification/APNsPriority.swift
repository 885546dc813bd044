/// How soon a notification is delivered; the raw value is what `apns-priority` carries.
///
/// Source: User Notifications, "Sending notification requests to APNs".
public enum APNsPriority: Int, Hashable, Sendable, CaseIterable {
    /// At once. What APNs assumes when nothing is said.
    case immediate = 10
    /// At a moment that considers the device's power; what a background push must use.
    case considerate = 5
    /// Power before everything else: the device is not woken for it.
    case powerFirst = 1
}
