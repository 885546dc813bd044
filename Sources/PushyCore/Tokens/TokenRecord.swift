import APNs
import Foundation

/// What is kept about a device: a JSON object, under the token's key where APNs reaches it.
///
/// Pushy writes `pro`, `registered` and, where the app named them, `environment`, `platform` and `user`; members that an
/// import brought besides stay as they are.
public struct TokenRecord: Hashable, Sendable {
    private var members: JSONObject

    /// Whether the device's owner has the paid version.
    public let pro: Bool
    /// The APNs environment that the token belongs to; nil when the app never named one.
    public let environment: APNsEnvironment?

    /// The record of a token that registers now, over the one that was there before.
    ///
    /// An app that names no environment leaves the one that is known.
    public init(pro: Bool, environment: APNsEnvironment?, at moment: Date, over former: TokenRecord? = nil) {
        self.pro = pro
        self.environment = environment ?? former?.environment
        members = former?.members ?? JSONObject()
        members["pro"] = .bool(pro)
        members["registered"] = .string(moment.formatted(.iso8601))
        members["environment"] = self.environment.map { .string($0.rawValue) }
    }

    /// Reads a record from the bytes of a value.
    ///
    /// - Throws: ``TokenRecordFault`` for what no audience could be told from.
    public init(_ bytes: [UInt8]) throws(TokenRecordFault) {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(reading: bytes)
        } catch {
            throw .notJSON(error)
        }
        guard case .object(let members) = value else { throw .notAnObject }
        guard case .bool(let pro) = members["pro"] else { throw .proMissing }
        self.members = members
        self.pro = pro
        environment = try Self.environment(members["environment"])
    }

    /// What the device runs: iOS, unless the record says otherwise.
    public internal(set) var platform: DevicePlatform {
        get {
            guard case .string(let name) = members["platform"] else { return .ios }
            return DevicePlatform(rawValue: name) ?? .ios
        }
        set { members["platform"] = newValue == .ios ? nil : .string(newValue.rawValue) }
    }

    /// What the app calls the device's owner, if it has named one.
    public internal(set) var user: UserID? {
        get {
            guard case .string(let name) = members["user"] else { return nil }
            return try? UserID(name)
        }
        set { members["user"] = newValue.map { .string($0.text) } }
    }

    /// Any other member.
    subscript(name: String) -> JSONValue? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// The record as it is stored.
    public var bytes: [UInt8] { JSONValue.object(members).written() }

    /// When the token was registered last; nil when the record does not say it, in Pushy's words or in those of the service
    /// that it came from.
    public var registered: Date? {
        if case .string(let text) = members["registered"], let moment = Date(rfc3339: text) { return moment }
        return ForeignMoment.registration(in: members)
    }

    /// Whether registering with these values would change nothing but the date.
    func says(pro: Bool, environment: APNsEnvironment?) -> Bool {
        self.pro == pro && (environment ?? self.environment) == self.environment
    }

    /// Whether another record differs in the date of registration at most.
    func saysTheSame(as other: TokenRecord) -> Bool {
        var (mine, others) = (members, other.members)
        mine["registered"] = nil
        others["registered"] = nil
        return mine == others
    }

    private static func environment(_ value: JSONValue?) throws(TokenRecordFault) -> APNsEnvironment? {
        switch value {
        case nil, .null: return nil
        case .string(let text):
            guard let environment = APNsEnvironment(rawValue: text) else { throw .unknownEnvironment }
            return environment
        default: throw .unknownEnvironment
        }
    }
}

/// Why a value in the namespace of tokens is no record of a token.
public enum TokenRecordFault: Error, Hashable, Sendable, CustomStringConvertible {
    case notJSON(JSONFault)
    case notAnObject
    case proMissing
    case unknownEnvironment

    public var description: String {
        switch self {
        case .notJSON(let fault): "The value is not JSON: \(fault)"
        case .notAnObject: "The value is JSON but no object: it should be {\"pro\": true or false}."
        case .proMissing: "The value has no member \"pro\" that is true or false."
        case .unknownEnvironment: "The environment is neither \"production\" nor \"sandbox\"."
        }
    }
}
