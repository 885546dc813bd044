import APNs

/// What the owner wrote, checked: a notification can be made of it for any device.
///
/// The fields are kept as they came, so that a message reads in the history as it was written.
public struct Message: Hashable, Sendable {
    /// The members that were given, under the names of the API: `title`, `body`, `collapseId` and so on.
    public let fields: JSONObject
    /// What goes to each device.
    public let payload: APNsPayload
    private let priority: APNsPriority?
    private let expiration: APNsExpiration
    private let collapseID: APNsCollapseID?

    /// Takes the fields of a message; those that are not a message's are left alone.
    ///
    /// - Throws: ``DraftFault``, which names the field.
    public init(_ fields: JSONObject) throws(DraftFault) {
        let reader = FieldReader(fields)
        self.fields = reader.only(Self.fieldNames)
        payload = try Self.payload(reader)
        priority = try reader.priority("priority")
        expiration = try reader.expiration("expiration")
        collapseID = try reader.collapseID("collapseId")
        if payload.pushType == .background, let priority, priority != .considerate {
            throw DraftFault(field: "priority", reason: APNsRefusal.backgroundPriority.description)
        }
    }

    /// The notification for an app; devices collapse repeats by the broadcast where the message names no collapse ID.
    func notification(for topic: APNsTopic, broadcast: BroadcastID) throws(APNsRefusal) -> APNsNotification {
        let collapseID = if let collapseID { collapseID } else { try APNsCollapseID(broadcast.text) }
        return try notification(for: topic, collapseID: collapseID)
    }

    /// The notification for an app, which collapses with others only where the message names a collapse ID.
    func notification(for topic: APNsTopic) throws(APNsRefusal) -> APNsNotification {
        try notification(for: topic, collapseID: collapseID)
    }

    private func notification(
        for topic: APNsTopic,
        collapseID: APNsCollapseID?
    ) throws(APNsRefusal) -> APNsNotification {
        try APNsNotification(
            payload: payload,
            topic: topic,
            priority: priority,
            expiration: expiration,
            collapseID: collapseID
        )
    }
}

extension Message {
    /// The names of a message's fields.
    public static let fieldNames = [
        "title", "subtitle", "body", "badge", "sound", "url", "data", "collapseId", "expiration", "priority",
        "threadId",
        "category", "interruptionLevel", "relevanceScore", "image", "pushType", "payload",
    ]

    /// The fields that a payload is composed of.
    private static let composedNames = [
        "title", "subtitle", "body", "badge", "sound", "url", "data", "threadId", "category", "interruptionLevel",
        "relevanceScore", "image",
    ]

    private static func payload(_ fields: FieldReader) throws(DraftFault) -> APNsPayload {
        let (object, pushType) = try uncheckedPayload(fields)
        do throws(APNsRefusal) {
            return try APNsPayload(json: JSONValue.object(object).written(), for: pushType)
        } catch {
            throw DraftFault(field: DraftFault.field(of: error), reason: error.description)
        }
    }

    /// The payload as the fields have it, whether or not APNs would take it.
    static func uncheckedPayload(_ fields: FieldReader) throws(DraftFault) -> (JSONObject, APNsPushType) {
        let pushType = try fields.pushType("pushType") ?? .alert
        let whole = try fields.object("payload")
        let message = try composed(fields, for: pushType)
        if let part = fields.only(composedNames).members.first?.name, whole != nil {
            throw DraftFault(field: "payload", reason: "A whole payload goes alone: leave out \(part), or the payload.")
        }
        if let whole { return (whole, pushType) }
        do throws(APNsRefusal) {
            return (try message.json, pushType)
        } catch {
            throw DraftFault(field: DraftFault.field(of: error), reason: error.description)
        }
    }

    private static func composed(_ fields: FieldReader, for pushType: APNsPushType) throws(DraftFault) -> APNsMessage {
        var message = APNsMessage()
        let alert = APNsAlertParts(
            title: try fields.text("title"),
            subtitle: try fields.text("subtitle"),
            body: try fields.text("body")
        )
        if alert != APNsAlertParts() { message.alert = .parts(alert) }
        message.badge = try fields.count("badge")
        if pushType == .alert, message.alert?.isEmpty ?? true, message.badge == nil, try fields.object("payload") == nil
        {
            throw DraftFault(field: "body", reason: "There is nothing to show. Write a title or a body.")
        }
        message.sound = try fields.text("sound").map(APNsSound.named)
        message.threadID = try fields.text("threadId")
        message.category = try fields.text("category")
        message.interruptionLevel = try fields.interruptionLevel("interruptionLevel")
        message.relevanceScore = try fields.unitInterval("relevanceScore")
        message.imageAddress = try fields.text("image")
        message.contentAvailable = pushType == .background
        message.custom = try fields.object("data") ?? JSONObject()
        if let url = try fields.text("url") { message.custom["url"] = .string(url) }
        return message
    }
}

extension Message: Codable {
    public init(from decoder: any Decoder) throws { try self.init(JSONObject(textFrom: decoder)) }

    public func encode(to encoder: any Encoder) throws { try fields.encode(asTextTo: encoder) }
}
