import APNs

/// A part of a broadcast to every service, which goes from one service to the next: each part walks its own devices.
enum BroadcastLeg: String, Hashable, Sendable, Codable, CaseIterable {
    case production, sandbox, fcm, web

    /// The service whose devices it walks.
    var service: PushServiceKind {
        switch self {
        case .production, .sandbox: .apns
        case .fcm: .fcm
        case .web: .webPush
        }
    }

    /// The one that follows; nil after the last.
    var next: BroadcastLeg? {
        switch self {
        case .production: .sandbox
        case .sandbox: .fcm
        case .fcm: .web
        case .web: nil
        }
    }
}

extension Broadcast {
    /// The APNs environment that it goes to at this moment.
    var environment: APNsEnvironment { leg == .sandbox ? .sandbox : draft.selection.environment }

    /// Whom it goes to at APNs at this moment.
    var selection: Selection { Selection(draft.selection.audience, in: environment) }

    /// The part that it is in, where it has parts.
    var currentLeg: BroadcastLeg { leg ?? .production }

    /// The next part begins, at its first device.
    mutating func begin(_ next: BroadcastLeg) {
        leg = next
        cursor = nil
        late = nil
        troubledSince = nil
        forgetAhead()
    }
}
