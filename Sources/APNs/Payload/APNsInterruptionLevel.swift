/// How much a notification may interrupt.
///
/// Source: User Notifications, "Generating a remote notification", `interruption-level`.
public enum APNsInterruptionLevel: String, Hashable, Sendable, CaseIterable {
    case passive
    case active
    case timeSensitive = "time-sensitive"
    case critical
}
