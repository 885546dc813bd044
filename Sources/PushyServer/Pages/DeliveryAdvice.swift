import PushyCore

/// What the words mean by which it is counted why a device did not get a message.
enum DeliveryAdvice {
    /// What a word means at a service; nil for a whole sentence, which needs no other.
    static func on(_ reason: String, of service: PushServiceKind) -> String? {
        if let words = ownSentence(on: reason) { return words }
        guard !reason.contains(" ") else { return nil }
        return switch service {
        case .apns: APNsFailure.advice(named: reason)
        case .fcm: FCMFailure.advice(named: reason) ?? FCMErrorCode(rawValue: reason).advice
        case .webPush: WebPushFailure.advice(named: reason)
        }
    }

    /// What a word means whose service is not told: FCM writes its own in capitals, a browser's names a status.
    static func on(_ reason: String, isByEveryService: Bool) -> String {
        if let words = ownSentence(on: reason) { return words }
        let isOfFCM = reason.utf8.allSatisfy {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_")
        }
        if isOfFCM { return FCMErrorCode(rawValue: reason).advice }
        if isByEveryService, let advice = FCMFailure.advice(named: reason) ?? WebPushFailure.advice(named: reason) {
            return advice
        }
        return APNsFailure.advice(named: reason)
    }

    /// What is no service's word.
    private static func ownSentence(on reason: String) -> String? {
        switch reason {
        case Tally.otherReasons: "There were more reasons than are told apart."
        case "NoToken", "NoSubscription": "Its record does not say where it is. The app has to register it again."
        default: reason.hasPrefix("HTTP ") ? "The browser's push service does not take the message." : nil
        }
    }
}

extension DevicePlatform {
    /// Why a device of the platform did not get a message, with what that means.
    func sentence(onFailing reason: String?) -> String {
        guard let reason else { return "\(worded): no reason was given" }
        guard let advice = DeliveryAdvice.on(reason, of: service) else { return "\(worded): \(reason)" }
        return "\(worded): \(reason). \(advice)"
    }
}
