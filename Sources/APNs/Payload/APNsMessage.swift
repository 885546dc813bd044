import JSON

/// What a notification says, before it becomes a payload; what is nil is left out.
///
/// Source: User Notifications, "Generating a remote notification".
public struct APNsMessage: Hashable, Sendable {
    public var alert: APNsAlert?
    /// The number on the app's icon: 0 takes it away, nil leaves it as it is.
    public var badge: UInt?
    public var sound: APNsSound?
    /// Notifications of one thread are grouped.
    public var threadID: String?
    /// The category whose actions the app has declared.
    public var category: String?
    /// Wakes the app in the background; what makes a background push.
    public var contentAvailable = false
    /// Lets the app's service extension change the notification before it is shown; set by itself with an image.
    public var mutableContent = false
    /// The window that is brought forward.
    public var targetContentID: String?
    public var interruptionLevel: APNsInterruptionLevel?
    /// Where the notification stands in the summary; 1 is highest.
    public var relevanceScore: UnitInterval?
    /// The criterion that a focus filter is asked about.
    public var filterCriteria: String?
    /// The https address of an image, under the custom key `image`, for the app's service extension to load.
    public var imageAddress: String?
    /// The app's own members, beside `aps`.
    public var custom = JSONObject()

    /// A message that says nothing but, perhaps, an alert.
    public init(alert: APNsAlert? = nil) {
        self.alert = alert
    }
}

extension APNsMessage {
    /// The whole payload: `aps` first, then the app's own members in their order. Its size is not looked at.
    public var json: JSONObject {
        get throws(APNsRefusal) {
            guard custom["aps"] == nil else { throw .reservedCustomKey }
            var payload = JSONObject()
            payload["aps"] = .object(aps)
            for member in custom.members { payload[member.name] = member.value }
            if let imageAddress {
                guard imageAddress.lowercased().hasPrefix("https://") else { throw .imageNotHTTPS(imageAddress) }
                payload["image"] = .string(imageAddress)
            }
            return payload
        }
    }

    private var aps: JSONObject {
        var aps = JSONObject()
        if let alert, !alert.isEmpty { aps["alert"] = alert.json }
        aps["badge"] = badge.map(JSONValue.integer)
        aps["sound"] = sound?.json
        aps["thread-id"] = threadID.map(JSONValue.string)
        aps["category"] = category.map(JSONValue.string)
        if contentAvailable { aps["content-available"] = 1 }
        if mutableContent || imageAddress != nil { aps["mutable-content"] = 1 }
        aps["target-content-id"] = targetContentID.map(JSONValue.string)
        aps["interruption-level"] = interruptionLevel.map { .string($0.rawValue) }
        aps["relevance-score"] = relevanceScore?.json
        aps["filter-criteria"] = filterCriteria.map(JSONValue.string)
        return aps
    }
}
