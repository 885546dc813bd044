import APNs

extension GatewayMessage {
    /// What FCM gets: the members of its `Message` but the target.
    var fcmMembers: JSONObject {
        var members = JSONObject()
        var notification = JSONObject()
        notification["title"] = title.map(JSONValue.string)
        notification["body"] = body.map(JSONValue.string)
        notification["image"] = image.map(JSONValue.string)
        if !isSilent { members["notification"] = .object(notification) }
        var data = JSONObject()
        data["url"] = url.map(JSONValue.string)
        data = data.merging(self.data)
        if !data.isEmpty { members["data"] = .object(data) }
        members["android"] = .object(android)
        return members.merging(own(of: .fcm))
    }

    private var android: JSONObject {
        var android = JSONObject()
        android["collapseKey"] = collapseID.map(JSONValue.string)
        android["priority"] = .string(priority == .high ? "HIGH" : "NORMAL")
        android["ttl"] = ttl.map { .string("\($0)s") }
        guard !isSilent else { return android }
        var notification = JSONObject()
        notification["sound"] = sound.map(JSONValue.string)
        notification["notificationCount"] = badge.map(JSONValue.integer)
        // A collapse key replaces what waits at FCM, a tag what is shown on the device.
        notification["tag"] = (collapseID ?? repeatTag).map(JSONValue.string)
        if !notification.isEmpty { android["notification"] = .object(notification) }
        return android
    }
}

extension JSONObject {
    /// The object with the members of another in it, object by object: theirs win.
    func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for member in other.members {
            if case .object(let mine) = merged[member.name], case .object(let theirs) = member.value {
                merged[member.name] = .object(mine.merging(theirs))
            } else {
                merged[member.name] = member.value
            }
        }
        return merged
    }
}
