import APNs
import WorkersKV

extension Broadcasts {
    /// Whom a draft would go to now.
    public nonisolated func reach(of draft: Draft) async throws(BroadcastFailure) -> Reach {
        let app = try await app(of: draft)
        guard draft.token == nil else { return Reach(recipients: 1, keys: nil) }
        switch draft.message {
        case .notification:
            let registry = try await registry(of: app)
            return try await BroadcastFailure.wrapping { () async throws(KVError) in
                try await registry.reach(of: draft.selection)
            }
        case .everywhere(_, let platforms):
            let devices = try await space(of: app).devices
            return try await BroadcastFailure.wrapping { () async throws(KVError) in
                try await devices.reach(of: draft.selection.audience, on: platforms)
            }
        }
    }

    /// Whether this process has what the broadcast is sent with.
    nonisolated func isMine(_ broadcast: Broadcast) -> Bool { gateway != nil || !broadcast.draft.needsGateway }

    /// The app that a draft is for; nil for the default app's devices at APNs, of which nothing needs to be looked up.
    nonisolated func app(of draft: Draft, incarnation: String? = nil) async throws(BroadcastFailure) -> App? {
        guard draft.needsGateway else { return nil }
        guard let gateway else { throw .notConfigured("This process sends to the devices of the app default at APNs.") }
        return try await BroadcastFailure.seeking { () async throws(AppFailure) in
            try await gateway.app(draft.app, incarnation: incarnation)
        }
    }

    /// An app's devices at APNs.
    nonisolated func registry(of app: App?) async throws(BroadcastFailure) -> TokenRegistry {
        app == nil ? registry : try await space(of: app).registry
    }

    /// An app's devices of all services.
    nonisolated func space(of app: App?) async throws(BroadcastFailure) -> AppSpace {
        guard let app, let gateway else { throw .notConfigured("This process knows no apps.") }
        return try await BroadcastFailure.seeking { () async throws(AppFailure) in try await gateway.space(of: app) }
    }

    /// An app's way to APNs.
    nonisolated func pushService(of app: App?) throws(BroadcastFailure) -> PushService {
        guard let app, let gateway else { return try service.get() }
        do throws(ChannelMissing) {
            return try gateway.channels.pushService(of: app)
        } catch {
            throw .notConfigured(error.reason)
        }
    }

    /// Says what is missing before anything is stored.
    nonisolated func checkWay(of draft: Draft, from app: App?) throws(BroadcastFailure) {
        if case .notification = draft.message { _ = try pushService(of: app) }
    }
}

extension Draft {
    /// Whether it is for more than the default app's devices at APNs.
    var needsGateway: Bool {
        if case .notification = message { app != .default } else { true }
    }
}
