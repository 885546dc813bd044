import Foundation

/// The secrets of an app by service, as only the holder of the master key can read them.
struct SealedCredentials: Hashable, Sendable, Codable {
    private var apns: Data?
    private var fcm: Data?
    private var webPush: Data?
    /// When each service's were given or changed last, by the service's name.
    private(set) var changes: [String: Date] = [:]

    private enum CodingKeys: CodingKey {
        case apns, fcm, webPush, changes
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        apns = try container.decodeIfPresent(Data.self, forKey: .apns)
        fcm = try container.decodeIfPresent(Data.self, forKey: .fcm)
        webPush = try container.decodeIfPresent(Data.self, forKey: .webPush)
        changes = try container.decodeIfPresent([String: Date].self, forKey: .changes) ?? [:]
    }

    /// Writes down that a service's were changed; those that are taken away leave nothing.
    mutating func noteChange(of service: PushServiceKind, at moment: Date) {
        changes[service.rawValue] = self[service] == nil ? nil : moment
    }

    /// What is sealed for a service; nil where there is nothing.
    subscript(service: PushServiceKind) -> [UInt8]? {
        get {
            switch service {
            case .apns: apns.map(Array.init)
            case .fcm: fcm.map(Array.init)
            case .webPush: webPush.map(Array.init)
            }
        }
        set {
            switch service {
            case .apns: apns = newValue.map { Data($0) }
            case .fcm: fcm = newValue.map { Data($0) }
            case .webPush: webPush = newValue.map { Data($0) }
            }
        }
    }
}
