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

    /// Reads a pair of a bulk file for an app.
    ///
    /// - Throws: a ``TokenImportFault`` when it is no device, or does not say for sure whether its owner has the paid version.
    public init(_ pair: BulkPair, into app: AppID = .default) throws(TokenImportFault) {
        expiration = pair.expiration
        metadata = pair.metadata
        if let device = Self.deviceBesidesAPNs(pair) {
            value = pair.value
            key = try Self.key(of: device, in: app)
        } else {
            let token = try Self.token(pair)
            value = try ForeignRecord(value: pair.value, metadata: pair.metadata).translated()
            key = try Self.key(of: .apns(token), in: app)
        }
        let record = try? TokenRecord(value)
        user = record?.user
        entry = record.flatMap { [key] in $0.isNamed ? DeviceIndex.Entry(of: $0, under: key, in: app) : nil }
    }

    /// When it was registered last, as far as its record says.
    var registered: Date? { (try? TokenRecord(value))?.registered }

    /// The device that FCM or a browser's service reaches, as Pushy's own record says it; nil for any other pair.
    private static func deviceBesidesAPNs(_ pair: BulkPair) -> DeviceAddress? {
        guard let id = DeviceID(pair.key.text), !id.isAPNs, let record = try? TokenRecord(pair.value),
            let address = DeviceAddress(under: pair.key, record), id.text.hasPrefix("\(address.service.rawValue)-")
        else { return nil }
        return address
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
