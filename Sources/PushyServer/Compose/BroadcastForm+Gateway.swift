import Foundation
import PushyCore

extension BroadcastForm {
    /// The fields of a message for every service, as the gateway's API takes them.
    var gatewayFields: JSONObject {
        get throws(DraftFault) {
            var fields = JSONObject()
            let clock = try WallClock(zoneName: self[Self.timeZoneName])
            // The sound that an empty form begins with is no word of the owner's where nothing is shown.
            let isSilent = self["title"] == nil && self["body"] == nil
            for field in values where !(isSilent && field == Self.suggestedSound) && field.name != Self.timeZoneName {
                switch field.name {
                case "badge", "ttl": fields[field.name] = Self.number(field.value) ?? .string(field.value)
                case "data", "apns", "fcm", "webpush": fields[field.name] = try Self.json(field)
                case "ratePerSecond": fields["rate_per_second"] = Self.number(field.value) ?? .string(field.value)
                case "scheduledAt":
                    fields["scheduled_at"] = .string(clock.moment(field.value)?.rfc3339 ?? field.value)
                case "platform": fields["platform"] = Self.platforms(field.value)
                case Self.subtitleName: break
                default: fields[field.name] = .string(field.value)
                }
            }
            if let subtitle = self[Self.subtitleName] { fields.add(subtitle: subtitle) }
            return fields
        }
    }

    /// The draft that the form describes, for all devices of an app.
    func gatewayDraft(for app: AppID, at moment: Date) throws(DraftFault) -> Draft {
        let fields = try gatewayFields
        do throws(DraftFault) {
            var draft = try Draft(toAllOf: app, fields, at: moment)
            if draft.scheduledAt != nil { draft.timeZone = self[Self.timeZoneName] }
            return draft
        } catch {
            throw DraftFault(field: Self.name(ofFaulty: error.field), reason: error.reason)
        }
    }

    /// The message alone, for those on whom it is tried.
    ///
    /// - Throws: ``DraftFault``, which names the field.
    func gatewayTrial() throws(DraftFault) -> SendRequest {
        let fields = try gatewayFields
        var message = JSONObject()
        for name in GatewayMessage.fieldNames { message[name] = fields[name] }
        do throws(DraftFault) {
            switch (self[.trialUser], self[.trialDevice]) {
            case (let user?, nil):
                message["user_id"] = .string(user)
                return try SendRequest(toUser: message)
            case (nil, let device?):
                message["device_id"] = .string(device)
                return try SendRequest(toDevice: message)
            case (nil, nil):
                throw DraftFault(field: "user_id", reason: "Name a user, or a device by its id.")
            case (_?, _?):
                throw DraftFault(field: "device_id", reason: "Name the user or the device, not both.")
            }
        } catch {
            throw DraftFault(field: Self.name(ofFaulty: error.field), reason: error.reason)
        }
    }

    static let subtitleName = "apns.subtitle"

    /// The platforms of a choice, whose names stand side by side with commas between.
    private static func platforms(_ choice: String) -> JSONValue {
        .array(choice.split(separator: ",").map { .string(String($0)) })
    }

    /// The form's own name of a field that the gateway complains of.
    static func name(ofFaulty field: String) -> String {
        switch field {
        case "scheduled_at": "scheduledAt"
        case "rate_per_second": "ratePerSecond"
        case "user_id": Control.trialUser.rawValue
        case "device_id": Control.trialDevice.rawValue
        case subtitleName: subtitleName
        default: String(field.prefix { $0 != "." })
        }
    }
}

extension JSONObject {
    /// Puts a subtitle beside what only APNs has; where that is no object, it stays for the gateway to complain of.
    fileprivate mutating func add(subtitle: String) {
        var own = JSONObject()
        switch self["apns"] {
        case nil: break
        case .object(let members): own = members
        default: return
        }
        own["subtitle"] = .string(subtitle)
        self["apns"] = .object(own)
    }
}
