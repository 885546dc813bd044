extension MessageForm {
    /// The fields that most messages need.
    static let messageFields = [
        FormField(name: "title", label: "Title", isWide: true, isProse: true),
        FormField(name: "body", label: "Text", kind: .text(rows: 4), isWide: true, isProse: true),
        FormField(
            name: "url",
            label: "Link",
            kind: .line(placeholder: "https://"),
            hint: "What opens on a tap: url in the data of apps, the page that a browser goes to."
        ),
        FormField(
            name: "image",
            label: "Image",
            kind: .line(placeholder: "https://"),
            hint: "Android and browsers load it by themselves, on Apple's devices the app's service extension does."
        ),
        FormField(
            name: "sound",
            label: "Sound",
            hint: "default, a sound file of the app, or empty for silence. Browsers have their own."
        ),
        FormField(name: "badge", label: "Badge", hint: "The number on the icon; 0 takes it away."),
    ]

    /// The fields that few messages need.
    static let moreFields = [
        FormField(
            name: BroadcastForm.subtitleName,
            label: "Subtitle",
            hint: "On Apple's devices alone.",
            isProse: true
        ),
        FormField(name: "collapse_id", label: "Collapse ID", hint: "Replaces an earlier message that bears the same."),
        FormField(
            name: "ttl",
            label: "Seconds to live",
            hint: "0 is a single attempt, 2,419,200 are four weeks. Empty: as each service decides."
        ),
        FormField(
            name: "priority",
            label: "Priority",
            kind: .choice([("", "High: at once"), ("normal", "Normal: when it suits the battery")])
        ),
        FormField(
            name: "data",
            label: "Data",
            kind: .code(rows: 3),
            hint: "A JSON object for the app. Without title and text it only wakes the app.",
            isWide: true
        ),
        FormField(
            name: "apns",
            label: "For APNs alone",
            kind: .code(rows: 2),
            hint: #"A JSON object, such as {"interruption_level": "time-sensitive", "thread_id": "news"}."#,
            isWide: true
        ),
        FormField(
            name: "fcm",
            label: "For FCM alone",
            kind: .code(rows: 2),
            hint: #"A JSON object, such as {"android": {"notification": {"channel_id": "news"}}}."#,
            isWide: true
        ),
        FormField(
            name: "webpush",
            label: "For browsers alone",
            kind: .code(rows: 2),
            hint: #"A JSON object, such as {"requireInteraction": true}."#,
            isWide: true
        ),
    ]

    /// The fields that say on whom a message is tried.
    static let trialFields = [
        FormField(
            name: BroadcastForm.Control.trialUser.rawValue,
            label: "All devices of the user",
            hint: "As the app calls the user: the user_id of its registrations."
        ),
        FormField(
            name: BroadcastForm.Control.trialDevice.rawValue,
            label: "Or one device",
            hint: "The id that its registration answered, such as fcm-Dt6aaj4S…"
        ),
    ]

    /// What each field is called, for a sentence about one.
    static func label(of field: String) -> String {
        (messageFields + moreFields + trialFields).first { $0.name == field }?.label ?? ComposeForm.label(of: field)
    }
}
