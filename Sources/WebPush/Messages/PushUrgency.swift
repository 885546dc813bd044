/// What a device's battery is worth to a message; the raw value is what `Urgency` carries.
///
/// Source: RFC 8030, section 5.3.
public enum PushUrgency: String, Hashable, Sendable, CaseIterable {
    case veryLow = "very-low"
    case low
    case normal
    case high
}
