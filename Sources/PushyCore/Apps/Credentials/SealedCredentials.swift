import Foundation

/// The secrets of an app by service, as only the holder of the master key can read them.
struct SealedCredentials: Hashable, Sendable, Codable {
    private var apns: Data?
    private var fcm: Data?
    private var webPush: Data?

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
