import APNs
import WorkersKV

/// Where a service finds a device.
public enum DeviceAddress: Hashable, Sendable {
    case apns(DeviceToken)
    /// FCM's registration token.
    case fcm(String)
    /// A browser's subscription.
    case web(WebAddress)

    /// The service that knows the address.
    var service: PushServiceKind {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        case .web: .webPush
        }
    }

    /// What tells this address from all others.
    var text: String {
        switch self {
        case .apns(let token): token.hex
        case .fcm(let token): token
        case .web(let address): address.endpoint
        }
    }

    /// The key of the device's record.
    func key(of id: DeviceID) throws(KVError) -> KeyName {
        switch self {
        case .apns(let token): try KeyName(token)
        case .fcm, .web: try KeyName(of: id.text)
        }
    }
}

extension DeviceAddress {
    /// The longest registration token of FCM that is taken, in bytes; those of today have some 160.
    static let fcmTokenByteCount = 4_096

    /// A registration token of FCM, whose form Google does not fix: visible ASCII.
    ///
    /// - Throws: ``DraftFault`` for what no service could have given out.
    static func fcm(checking text: String) throws(DraftFault) -> DeviceAddress {
        guard (16...fcmTokenByteCount).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw DraftFault(
                field: "device_token",
                reason: "It must be FCM's registration token as it came: 16 to \(fcmTokenByteCount) visible characters."
            )
        }
        return .fcm(text)
    }
}
