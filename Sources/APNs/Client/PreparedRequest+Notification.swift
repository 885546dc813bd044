import HTTP2

extension PreparedRequest {
    /// Lays a notification out as APNs wants it; only the path's end and `apns-id` differ from device to device.
    ///
    /// Source: User Notifications, "Sending notification requests to APNs".
    init(_ notification: APNsNotification, authority: String, token: ProviderToken) {
        // The provider token is the same for an hour of requests, so the connection may remember it: then it costs a
        // byte instead of 250.
        var fields = [
            HeaderField("authorization", "bearer \(token.text)"),
            HeaderField("apns-topic", notification.topic.text(for: notification.pushType)),
            HeaderField("apns-push-type", notification.pushType.rawValue),
            HeaderField("apns-priority", String(notification.priority.rawValue)),
        ]
        if let seconds = notification.expiration.unixSeconds {
            fields.append(HeaderField("apns-expiration", String(seconds)))
        }
        if let collapseID = notification.collapseID {
            fields.append(HeaderField("apns-collapse-id", collapseID.text))
        }
        self.init(
            method: "POST",
            authority: authority,
            pathPrefix: "/3/device/",
            fields: fields,
            varyingField: "apns-id",
            body: notification.payload.json
        )
    }
}
