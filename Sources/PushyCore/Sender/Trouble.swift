import APNs
import FCM
import WebPush
import WorkersKV

/// What keeps a broadcast from going on.
enum Trouble: Hashable, Sendable {
    /// APNs refuses alike on every device: the key, the topic, the environment or the message is wrong.
    case misconfigured(APNsReason)
    /// APNs took notifications, and then began to refuse the key or the topic: it was revoked, for example.
    case refusedMidway(APNsReason)
    /// What answers is not to be trusted or is no APNs, or there is no provider token: waiting mends nothing.
    case notAPNs(APNsFailure)
    /// No notification can be made of the message, or there is no way to APNs; the sentence says what is missing.
    case notSendable(String)
    /// APNs cannot be reached or cannot serve now; later it can.
    case outage(APNsFailure)
    /// FCM or a browser's service refuses the app, or nearly everybody alike; the sentence says what to mend.
    case serviceRefuses(String)
    /// FCM or browsers' services cannot serve now, for this reason; later they can.
    case serviceOutage(PushServiceKind, String)
    /// The store cannot write or be read now; once there is room it can.
    case storage(KVError)
    /// The lists or reads that finding the recipients takes are spent, and were told to refuse then.
    case budget(KVRefusal)

    /// What keeps a walk from reading on.
    init(walking error: KVError) {
        if case .refused(let refusal) = error { self = .budget(refusal) } else { self = .storage(error) }
    }

    /// Fewer refusals of the key or the topic than this on a page may be about single devices, and are counted as such.
    private static let smallestRefusal = 20

    /// The trouble that a page's outcomes tell of: APNs served nobody, or refused many for the key or the topic.
    init?(_ outcomes: [APNsOutcome]) {
        let refusals = outcomes.compactMap(\.configurationRefusal)
        if let reason = refusals.first, refusals.count >= min(Self.smallestRefusal, outcomes.count) {
            self = .refusedMidway(reason)
            return
        }
        guard let failure = outcomes.lazy.compactMap(\.wholeFailure).first else { return nil }
        switch failure {
        case .notTrusted, .notHTTP2, .noProviderToken: self = .notAPNs(failure)
        case .nameNotResolved, .notReachable, .connectionLost, .deadline, .refusedByServer, .unavailable, .shutDown:
            self = .outage(failure)
        }
    }

    /// Whether the broadcast can go on by itself after a while.
    var passes: Bool {
        switch self {
        case .outage, .serviceOutage, .storage: true
        case .misconfigured, .refusedMidway, .notAPNs, .serviceRefuses, .notSendable, .budget: false
        }
    }

    /// What happened and what to do, for the owner.
    func sentence(in environment: APNsEnvironment) -> String {
        switch self {
        case .misconfigured(let reason): Self.sentence(for: reason, in: environment)
        case .refusedMidway(let reason):
            "APNs began to answer \(reason). \(reason.advice) Those who were refused are sent to once this is resumed."
        case .notAPNs(let failure): failure.description
        case .notSendable(let sentence): sentence
        case .serviceRefuses(let sentence): "\(sentence) Resume this once it is mended."
        case .serviceOutage(let service, let reason):
            [
                "\(service.title) cannot serve now (\(reason)).", service.advice(onFailing: reason),
                "It goes on by itself once \(service.title) answers again.",
            ]
            .compactMap(\.self).joined(separator: " ")
        case .outage(let failure): "\(failure) It goes on by itself once APNs answers again."
        case .storage(let error): "\(error) It goes on by itself once the store can be used again."
        case .budget(let refusal):
            "\(refusal) Resume it when the budget has begun anew, or take reads and lists out of PUSHY_KV_ENFORCE."
        }
    }

    private static func sentence(for reason: APNsReason, in environment: APNsEnvironment) -> String {
        switch (reason, reason.blame) {
        case ("DeviceTokenNotForTopic", _):
            "Nearly all of the first devices were refused with \(reason): the topic is not the bundle ID of the app that "
                + "these tokens come from. Check PUSHY_APNS_TOPIC. Nothing was deleted."
        case (_, .device):
            "Nearly all of the first devices were refused with \(reason) by the \(environment.rawValue) host: are their "
                + "tokens of the other environment? Nothing was deleted."
        default:
            "APNs answered \(reason). \(reason.advice) Nothing was deleted."
        }
    }
}

extension PushServiceKind {
    /// What it means that the service cannot serve for this reason, where the word alone does not tell.
    fileprivate func advice(onFailing reason: String) -> String? {
        switch self {
        case .apns: nil
        case .fcm: FCMFailure.advice(named: reason)
        case .webPush: WebPushFailure.advice(named: reason)
        }
    }
}

extension APNsOutcome {
    fileprivate var configurationRefusal: APNsReason? {
        guard case .rejected(_, let reason) = self, reason.blame == .configuration else { return nil }
        return reason
    }

    /// What kept APNs as a whole from serving it.
    fileprivate var wholeFailure: APNsFailure? {
        if case .unserved(let failure) = self { failure } else { nil }
    }
}

extension APNsOutcome {
    /// Whether its recipient is sent to again when the broadcast goes on.
    var isOpen: Bool {
        switch self {
        case .accepted, .gone, .late: false
        case .failed(let failure): failure == .shutDown
        case .unserved: true
        case .rejected: configurationRefusal != nil
        }
    }
}

/// How a sender came to its end.
enum Ending: Hashable, Sendable {
    /// Every recipient has been dealt with.
    case through
    /// Its task was cancelled: by its owner, or by the end of the process.
    case halted
    /// It cannot go on.
    case trouble(Trouble)
}
