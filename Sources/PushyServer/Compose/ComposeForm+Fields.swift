extension ComposeForm {
    /// The fields that most messages need.
    static let messageFields = [
        FormField(name: "title", label: "Title", isWide: true, isProse: true),
        FormField(name: "subtitle", label: "Subtitle", isWide: true, isProse: true),
        FormField(name: "body", label: "Text", kind: .text(rows: 4), isWide: true, isProse: true),
        FormField(
            name: "url",
            label: "Link",
            kind: .line(placeholder: "https://"),
            hint: "What the app opens on a tap: the member url of the payload."
        ),
        FormField(
            name: "image",
            label: "Image",
            kind: .line(placeholder: "https://"),
            hint: "For the app's service extension to load."
        ),
        FormField(
            name: "sound",
            label: "Sound",
            hint: "default, a sound file of the app, or empty for silence."
        ),
        FormField(name: "badge", label: "Badge", hint: "The number on the icon; 0 takes it away."),
    ]

    /// The fields that few messages need.
    static let moreFields = [
        FormField(name: "threadId", label: "Thread", hint: "Notifications of one thread are grouped."),
        FormField(name: "category", label: "Category", hint: "Whose buttons the app has declared."),
        FormField(
            name: "interruptionLevel",
            label: "Interruption",
            kind: .choice([
                ("", "As Apple decides"), ("passive", "Passive: no sound, no light"), ("active", "Active"),
                ("time-sensitive", "Time-sensitive: breaks through a focus"),
                ("critical", "Critical: needs Apple's permission"),
            ])
        ),
        FormField(name: "relevanceScore", label: "Relevance", hint: "From 0 to 1: its place in the summary."),
        FormField(
            name: "collapseId",
            label: "Collapse ID",
            hint: "Replaces an earlier notification that bears the same."
        ),
        FormField(
            name: "expiration",
            label: "Expires, in UTC",
            kind: .line(placeholder: "2026-12-24T09:00"),
            hint: "0 is one attempt. Empty: Apple decides."
        ),
        FormField(
            name: "priority",
            label: "Priority",
            kind: .choice([
                ("", "As usual"), ("10", "10: at once"), ("5", "5: when it suits the battery"),
                ("1", "1: never wakes the device"),
            ])
        ),
        FormField(
            name: "pushType",
            label: "Kind",
            kind: .choice([("", "Alert: people see it"), ("background", "Background: wakes the app alone")])
        ),
        FormField(
            name: "data",
            label: "Custom data",
            kind: .code(rows: 3),
            hint: "A JSON object; its members go beside aps.",
            isWide: true
        ),
        FormField(
            name: "payload",
            label: "Whole payload",
            kind: .code(rows: 3),
            hint: "A JSON object that is sent as it is, instead of all of the above.",
            isWide: true
        ),
    ]

    /// The fields that describe a device to try the message on.
    static let deviceFields = [
        FormField(
            name: "deviceToken",
            label: "Device token",
            hint: "Hexadecimal, as the app got it from iOS.",
            isWide: true
        ),
        FormField(
            name: "deviceEnvironment",
            label: "Its build comes from",
            kind: .choice([("production", "App Store, TestFlight"), ("sandbox", "Xcode")])
        ),
        FormField(
            name: "deviceName",
            label: "Keep it as a test device named",
            hint: "Empty: it is used this once.",
            isProse: true
        ),
    ]

    /// The fields that say how fast it goes, and when.
    static let deliveryFields = [
        FormField(
            name: "scheduledAt",
            label: "Send at",
            kind: .line(type: "datetime-local"),
            hint: "Empty: at once."
        ),
        FormField(
            name: "timeZone",
            label: "Time zone",
            hint: "UTC, or one such as Europe/Berlin.",
            initialValue: WallClock.utc.zoneName
        ),
        FormField(
            name: "ratePerSecond",
            label: "At most so many a second",
            hint: "Empty: as fast as the services take them."
        ),
    ]

    /// What each field is called, for a sentence about one.
    static func label(of field: String) -> String {
        (messageFields + moreFields + deviceFields + deliveryFields).first { $0.name == field }?.label ?? field
    }
}
