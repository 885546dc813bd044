import APNs
import Foundation
import WorkersKV

/// A device that moves in, with the record that this service will keep of it.
///
/// A record of Pushy's own is kept to the byte. A token's of another shape is translated: `pro`, `registered` and
/// `environment` are said in Pushy's words, and everything else that was in it stays beside them.
public struct TokenImport: Hashable, Sendable {
    /// The key that it gets: the token, normalised as registrations are, or the device's name in the app that it moves into.
    public let key: KeyName
    /// The record as it will be stored.
    public let value: [UInt8]
    /// When it vanishes, if it does.
    public let expiration: KVExpiration?
    /// What stood beside the value; it stays there.
    public let metadata: KVMetadata?

    /// What leads to the device, where its record says more than a token's.
    let entry: DeviceIndex.Entry?
    /// Whose device it is.
    let user: UserID?

    /// Reads a pair of a bulk file for an app; its browsers come on the terms on which browsers register.
    ///
    /// - Throws: a ``TokenImportFault`` when it is no device, or one that could not be sent to, or does not say for sure
    ///   whether its owner has the paid version.
    public init(
        _ pair: BulkPair,
        into app: AppID = .default,
        terms: WebTerms? = nil
    ) throws(TokenImportFault) {
        expiration = pair.expiration
        metadata = pair.metadata
        if let id = DeviceID(pair.key.text), !id.isAPNs {
            let address = try Self.registration(pair.value, as: id, on: terms).address
            value = Self.value(pair.value, at: address)
            key = try Self.key(of: address, in: app)
        } else {
            let token = try Self.token(pair)
            value = try ForeignRecord(value: pair.value, metadata: pair.metadata).translated()
            try Self.checkRegistration(of: token, value)
            key = try Self.key(of: .apns(token), in: app)
        }
        let record = try? TokenRecord(value)
        user = record?.user
        entry = record.flatMap { [key] in $0.isNamed ? DeviceIndex.Entry(of: $0, under: key, in: app) : nil }
    }

    /// When it was registered last, as far as its record says.
    var registered: Date? { (try? TokenRecord(value))?.registered }

    /// What the device that FCM or a browser's service reaches would register with today: whatever is refused then has no
    /// place here either.
    private static func registration(
        _ value: [UInt8],
        as id: DeviceID,
        on terms: WebTerms?
    ) throws(TokenImportFault) -> DeviceRegistration {
        let record = try record(value)
        guard record["platform"] != nil, record.platform.service != .webPush || record["vapid"] != nil else {
            throw .noDevice(
                "The record has no \(record["platform"] == nil ? "platform" : "vapid"), as an export writes it."
            )
        }
        let registration: DeviceRegistration
        do throws(DraftFault) {
            registration = try DeviceRegistration(record.registrationMembers, terms: terms)
        } catch {
            // A browser's platform is refused where the app has no key at all.
            let isAboutKey = error.field == "vapid_key" || record.platform == .web && error.field == "platform"
            throw isAboutKey ? .foreignVAPIDKey : .refused(error)
        }
        guard registration.address.service == id.service else {
            throw .noDevice(
                "The key names a device of \(id.service?.title ?? "no service"), and the record one of \(registration.address.service.title)."
            )
        }
        return registration
    }

    /// The same for a device that stands under its token, which APNs reaches.
    private static func checkRegistration(of token: DeviceToken, _ value: [UInt8]) throws(TokenImportFault) {
        var members = try record(value).registrationMembers
        // Without a platform it registered by its token alone.
        if members["platform"] ?? .null == .null { members["platform"] = .string(DevicePlatform.ios.rawValue) }
        members["device_token"] = .string(token.hex)
        let platform: DevicePlatform
        do throws(DraftFault) {
            platform = try DeviceRegistration.platform(in: members)
            if platform.service == .apns { _ = try DeviceRegistration(members) }
        } catch {
            throw .refused(error)
        }
        guard platform.service == .apns else { throw .tokenOfAnotherService(platform) }
    }

    /// The record, in which a browser's subscription is spelled as registrations keep it.
    private static func value(_ value: [UInt8], at address: DeviceAddress) -> [UInt8] {
        guard case .web(let web) = address, var record = try? TokenRecord(value), record["subscription"] != web.json
        else { return value }
        record["subscription"] = web.json
        return record.bytes
    }

    private static func record(_ value: [UInt8]) throws(TokenImportFault) -> TokenRecord {
        do throws(TokenRecordFault) {
            return try TokenRecord(value)
        } catch {
            throw .noDevice(error.description)
        }
    }

    private static func token(_ pair: BulkPair) throws(TokenImportFault) -> DeviceToken {
        do throws(DeviceToken.Invalid) {
            return try DeviceToken(pair.key.text)
        } catch {
            throw .noToken(error)
        }
    }

    private static func key(of address: DeviceAddress, in app: AppID) throws(TokenImportFault) -> KeyName {
        do throws(KVError) {
            return try address.key(of: DeviceID(of: address, in: app))
        } catch {
            throw .noKey("\(error)")
        }
    }
}

extension TokenRecord {
    /// What a device with this record would say of itself, as the API names it.
    fileprivate var registrationMembers: JSONObject {
        var members = JSONObject()
        for field in ["platform", "device_token", "subscription", "vapid_key", "user_id"] {
            members[field] = self[Self.name(ofField: field)]
        }
        return members
    }

    /// What a record calls a field of the API.
    fileprivate static func name(ofField field: String) -> String {
        switch field {
        case "device_token": "token"
        case "vapid_key": "vapid"
        case "user_id": "user"
        default: field
        }
    }

    /// Whether it is of a device that registered with a platform or an owner, and is to be found by its name.
    fileprivate var isNamed: Bool { user != nil || self["platform"] != nil }
}

extension DeviceIndex.Entry {
    fileprivate init?(of record: TokenRecord, under key: KeyName, in app: AppID) {
        guard let address = DeviceAddress(under: key, record) else { return nil }
        self.init(id: DeviceID(of: address, in: app), key: key)
    }
}

/// Why a pair cannot be imported.
public enum TokenImportFault: Error, Hashable, Sendable, CustomStringConvertible {
    case noToken(DeviceToken.Invalid)
    /// It is neither a token nor a device as an export writes it.
    case noDevice(String)
    /// The device could not register so.
    case refused(DraftFault)
    /// The browser subscribed with a VAPID key that the app does not have.
    case foreignVAPIDKey
    /// The record is of a device that APNs does not reach, and the key is a token of APNs.
    case tokenOfAnotherService(DevicePlatform)
    /// The store could not have it as a key.
    case noKey(String)
    /// The value is bytes that are no UTF-8.
    case noText
    /// Neither value nor metadata say whether the owner has the paid version.
    case nothingSaysPro
    /// Two members say the opposite.
    case contradiction(String, String)
    case unknownEnvironment(String)

    public var description: String {
        switch self {
        case .noToken(let invalid): invalid.description
        case .noDevice(let reason): reason
        case .refused(let fault): "The record's \(TokenRecord.name(ofField: fault.field)): \(fault.reason)"
        case .foreignVAPIDKey:
            "The browser subscribed with a VAPID key that the app does not have, so that its service would take nothing: give "
                + "the app that key with pushy apps change --vapid-key-file and import this again, or let the browser subscribe "
                + "again."
        case .tokenOfAnotherService(let platform):
            "The key is a token of APNs, and the record says \(platform.rawValue), which \(platform.service.title) reaches: "
                + "leave the platform out if it is an Apple device, and else let the app register it."
        case .noKey(let reason): reason
        case .noText: "The value is no text, and so no record of a token."
        case .nothingSaysPro:
            "Neither value nor metadata say whether this is a pro device: write {\"pro\":true} or {\"pro\":false} as value."
        case .contradiction(let first, let second):
            "\(first) and \(second) say the opposite: keep the one that is right."
        case .unknownEnvironment(let text):
            "The environment \(text) is neither production nor sandbox: write one of them, or leave it out."
        }
    }
}
