/// A push type, and what it asks of topic and payload.
///
/// Source: Apple, Sending notification requests to APNs: the table of `apns-push-type`.
struct PushTypeRule: Sendable {
    let name: StaticString
    /// What the topic has behind the bundle identifier.
    let topicSuffix: [UInt8]
    let payloadLimit: Int
    /// Whether the priority must be 5, for what the user does not see at once.
    let isGentle: Bool

    static let all: [PushTypeRule] = [
        PushTypeRule("alert", ""),
        PushTypeRule("background", "", isGentle: true),
        PushTypeRule("voip", ".voip", payloadLimit: 5_120),
        PushTypeRule("complication", ".complication"),
        PushTypeRule("fileprovider", ".pushkit.fileprovider"),
        PushTypeRule("location", ".location-query"),
        PushTypeRule("liveactivity", ".push-type.liveactivity"),
        PushTypeRule("pushtotalk", ".voip-ptt"),
        PushTypeRule("widgets", ".push-type.widgets"),
        PushTypeRule("controls", ".push-type.controls"),
        PushTypeRule("mdm", ""),
    ]

    /// What counts where a request names no push type.
    static let alert = all[0]

    /// The rule of a push type; nothing if there is no such type.
    static func named(_ name: Span<UInt8>) -> PushTypeRule? {
        for rule in all where name.equals(rule.name) { return rule }
        return nil
    }

    private init(_ name: StaticString, _ topicSuffix: String, payloadLimit: Int = 4_096, isGentle: Bool = false) {
        self.name = name
        self.topicSuffix = Array(topicSuffix.utf8)
        self.payloadLimit = payloadLimit
        self.isGentle = isGentle
    }

    /// Whether the topic bears this type's suffix; a type without one wants a topic that bears none.
    func fits(topic: Span<UInt8>) -> Bool {
        guard topicSuffix.isEmpty else { return topic.hasLowercasedSuffix(topicSuffix) }
        for other in Self.all where !other.topicSuffix.isEmpty && topic.hasLowercasedSuffix(other.topicSuffix) {
            return false
        }
        return true
    }
}
