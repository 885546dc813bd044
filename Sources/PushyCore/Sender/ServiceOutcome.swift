/// What FCM or a browser's service answered for one device, after one attempt.
enum ServiceOutcome: Hashable, Sendable {
    /// The service took the message.
    case accepted
    /// The device is no more.
    case gone(reason: String)
    /// The service refused the message to this device for good; the device stays.
    case rejected(reason: String)
    /// The service refuses the app, as far as one answer can tell.
    case refused(ServiceRefusal)
    /// It is not known whether the message came through, so that a repeat might double it.
    case failed(reason: String)
    /// The connection broke before there was an answer. It is worth one repeat, which takes the place of the first on the
    /// device if that came through.
    case broken(reason: String)
    /// The same may go better later.
    case late(Delay)
    /// There is no answer yet, and it is waited for apart from the page.
    case underWay
    /// Taken back before there was an answer.
    case cutOff
    /// The device was removed before it was tried again: nothing was sent to it then, and it counts for nothing.
    case withdrawn

    /// Why and how long something has to wait.
    struct Delay: Hashable, Sendable {
        let reason: String
        /// What the service asks for; nil when it names no time.
        var wait: Duration?
        /// Whether it cannot serve any device now.
        let isOfService: Bool
    }
}

/// What a service has against an app.
struct ServiceRefusal: Hashable, Sendable {
    /// In a word, as it is counted.
    let reason: String
    /// What happened and what to do.
    let sentence: String
    let blame: Blame

    /// Whose fault it is, as far as one answer can tell.
    enum Blame: Hashable, Sendable {
        /// The app's, for certain.
        case account
        /// The app's, unless few are refused so.
        case app
        /// The app's where nobody is accepted, and else the device's.
        case perhapsDevice
    }
}

extension ServiceOutcome {
    /// The same for whoever waits for the answer.
    var attempt: SendRetry.Attempt {
        switch self {
        case .accepted: .final(.sent)
        case .gone(let reason): .final(.gone(reason: reason))
        case .rejected(let reason), .failed(let reason): .final(.failed(reason: reason))
        case .refused(let refusal): .final(.failed(reason: refusal.reason))
        case .broken(let reason): .broken(.failed(reason: reason))
        case .late(let delay): .passing(.failed(reason: delay.reason), after: delay.wait)
        case .underWay, .cutOff: .final(.failed(reason: "Cancelled"))
        case .withdrawn: .final(.failed(reason: "Removed"))
        }
    }

    /// What it comes to where there is no repeat.
    var unrepeated: ServiceOutcome {
        if case .broken(let reason) = self { .failed(reason: reason) } else { self }
    }

    /// What it comes to where the repeat is not now.
    var putOff: ServiceOutcome {
        if case .broken(let reason) = self { .late(Delay(reason: reason, isOfService: true)) } else { self }
    }

    /// Whether the device is seen to later, apart from its page.
    var isWaitedFor: Bool {
        switch self {
        case .late, .underWay: true
        case .accepted, .gone, .rejected, .refused, .failed, .broken, .cutOff, .withdrawn: false
        }
    }

    /// Whether the device is sent to again when the broadcast goes on after a trouble.
    var isOpen: Bool {
        switch self {
        case .refused, .late, .underWay, .cutOff: true
        case .accepted, .gone, .rejected, .failed, .broken, .withdrawn: false
        }
    }
}
