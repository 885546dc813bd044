import APNs
import PushCrypto

/// What an app needs to reach its devices, by service; what it has none for is nil.
struct AppCredentials: Sendable {
    var apns: APNsAccess?
    var fcm: FCMAccess?
    var vapid: VAPIDAccess?

    /// Takes a change of one service's fields, or all of them away with nil.
    ///
    /// - Throws: ``DraftFault``, which names the field.
    mutating func change(_ service: PushServiceKind, to fields: JSONObject?) throws(DraftFault) {
        let reader = fields.map { FieldReader($0, within: "\(Self.fieldName(of: service)).") }
        switch service {
        case .apns: apns = try reader.map { reader throws(DraftFault) in try APNsAccess(reader, over: apns) }
        case .fcm: fcm = try reader.map { reader throws(DraftFault) in try FCMAccess(reader) }
        case .webPush:
            let wantsNewPair = fields?["public_key"] == .null
            vapid = try reader.map { reader throws(DraftFault) in
                try VAPIDAccess(reader, over: vapid, wantsNewPair: wantsNewPair)
            }
        }
    }

    /// What the API calls a service's credentials.
    static func fieldName(of service: PushServiceKind) -> String {
        switch service {
        case .apns: "apns"
        case .fcm: "fcm"
        case .webPush: "vapid"
        }
    }
}

extension AppCredentials {
    /// What of a service's credentials is to be sealed.
    subscript(secret service: PushServiceKind) -> [UInt8]? {
        let fields =
            switch service {
            case .apns: apns?.fields
            case .fcm: fcm?.fields
            case .webPush: vapid?.fields
            }
        return fields.map { JSONValue.object($0).written() }
    }

    /// Takes what was sealed for a service.
    init(_ secret: [UInt8], for service: PushServiceKind) throws(DraftFault) {
        guard case .object(let fields)? = try? JSONValue(reading: secret) else {
            throw DraftFault(field: Self.fieldName(of: service), reason: "What is stored is no JSON object.")
        }
        let reader = FieldReader(fields, within: "\(Self.fieldName(of: service)).")
        switch service {
        case .apns: apns = try APNsAccess(reader, over: nil)
        case .fcm: fcm = try FCMAccess(reader)
        case .webPush: vapid = try VAPIDAccess(sealed: fields)
        }
    }
}
