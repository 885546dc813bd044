import APNs
import Foundation

extension GatewayMessage {
    /// What only APNs has, by the names of the gateway and of a broadcast's message.
    private static let ownAPNsNames = [
        "subtitle": "subtitle", "thread_id": "threadId", "category": "category",
        "interruption_level": "interruptionLevel", "relevance_score": "relevanceScore", "push_type": "pushType",
        "payload": "payload",
    ]

    /// What APNs gets, for the moment at which it is sent.
    ///
    /// - Throws: ``DraftFault``, which names the field as the gateway does.
    func apnsMessage(at moment: Date) throws(DraftFault) -> Message {
        let fields = try apnsFields(at: moment)
        do throws(DraftFault) {
            return try Message(fields)
        } catch {
            throw DraftFault(field: Self.fieldName(of: error.field), reason: error.reason)
        }
    }

    /// The same as the fields of a broadcast's message, which APNs may take or not.
    func apnsFields(at moment: Date) throws(DraftFault) -> JSONObject {
        let own = own(of: .apns)
        try FieldReader(own, within: "apns.").refuseOthers(than: Array(Self.ownAPNsNames.keys), in: "apns")
        var fields = JSONObject()
        for (name, theirs) in Self.ownAPNsNames { fields[theirs] = own[name] }
        // A whole payload says itself what is shown.
        if own["payload"] == nil {
            fields["title"] = title.map(JSONValue.string)
            fields["body"] = body.map(JSONValue.string)
            fields["badge"] = badge.map(JSONValue.integer)
            fields["sound"] = sound.map(JSONValue.string)
            fields["image"] = image.map(JSONValue.string)
            fields["url"] = url.map(JSONValue.string)
            fields["data"] = data.isEmpty ? nil : .object(data)
            if isSilent, badge == nil, fields["pushType"] == nil { fields["pushType"] = "background" }
        }
        fields["collapseId"] = collapseID.map(JSONValue.string)
        fields["expiration"] = ttl.map { ttl in .integer(ttl == 0 ? 0 : Int64(moment.timeIntervalSince1970) + ttl) }
        let isPrompt = priority == .high && fields["pushType"] != "background"
        fields["priority"] = .integer((isPrompt ? APNsPriority.immediate : .considerate).rawValue)
        return fields
    }

    /// What the gateway calls a field of a broadcast's message.
    private static func fieldName(of theirs: String) -> String {
        if let own = ownAPNsNames.first(where: { $0.value == theirs })?.key { return "apns.\(own)" }
        return theirs == "collapseId" ? "collapse_id" : theirs
    }
}
