import APNs
import WebPush

extension GatewayMessage {
    /// What a browser gets, and how its service treats it.
    struct WebPushDelivery: Hashable, Sendable {
        let urgency: PushUrgency
        /// Seconds.
        let timeToLive: UInt32
        /// What the service worker gets.
        let payload: JSONObject
    }

    /// A notification as Declarative Web Push writes it, which a browser that knows that shows by itself and which a service
    /// worker can read as well.
    ///
    /// Source: W3C Push API, "Declarative push message"; WHATWG Notifications, "NotificationOptions".
    ///
    /// - Throws: ``DraftFault``, which names the field as the gateway does.
    func webPushDelivery() throws(DraftFault) -> WebPushDelivery {
        var own = own(of: .webPush)
        guard !isSilent || own["title"] != nil else {
            throw DraftFault(field: "body", reason: "Browsers must show something: write a title or a body.")
        }
        let reader = FieldReader(own, within: "webpush.")
        let urgency = try reader.word("urgency", PushUrgency.self) ?? (priority == .high ? .high : .normal)
        own["urgency"] = nil
        var notification = JSONObject()
        // A notification must have a title.
        notification["title"] = .string(title ?? body ?? "")
        if title != nil { notification["body"] = body.map(JSONValue.string) }
        notification["navigate"] = url.map(JSONValue.string)
        notification["image"] = image.map(JSONValue.string)
        notification["tag"] = (collapseID ?? repeatTag).map(JSONValue.string)
        notification["app_badge"] = badge.map { .string(String($0)) }
        if !data.isEmpty { notification["data"] = .object(data) }
        var payload = JSONObject()
        // Without an address to go to, it is none that a browser shows by itself.
        if url != nil { payload["web_push"] = 8030 }
        payload["notification"] = .object(notification.merging(own))
        return WebPushDelivery(
            urgency: urgency,
            timeToLive: ttl.map { UInt32(clamping: $0) } ?? PushMessage.longestTimeToLive,
            payload: payload
        )
    }
}
