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
            throw .noWay(error.reason)
        }
    }

    /// Says what is missing before anything is stored.
    nonisolated func checkWay(of draft: Draft, from app: App?) throws(BroadcastFailure) {
        if case .notification = draft.message { _ = try pushService(of: app) }
    }
}

extension Broadcasts {
    /// Stores a draft of an app's backend, whose idempotency keys are its own.
    ///
    /// - Throws: ``BroadcastFailure/app(_:)`` when the app was deleted meanwhile.
    public func create(
        _ draft: Draft,
        by caller: AppCaller,
        idempotencyKey: IdempotencyKey?
    ) async throws(BroadcastFailure) -> Broadcast {
        _ = try await app(of: draft, incarnation: caller.incarnation)
        return try await create(draft, idempotencyKey: idempotencyKey)
    }

    /// Says what is missing or wrong for a service that has devices to reach, before anything is stored.
    nonisolated func checkWays(of draft: Draft, from app: App?, to reach: Reach) throws(BroadcastFailure) {
        guard case .everywhere(let message, _) = draft.message, let app, let gateway else { return }
        for service in reach.services {
            let channel: any DeviceChannel
            do throws(ChannelMissing) {
                channel = try gateway.channels.channel(of: app, for: service)
            } catch {
                throw .noWay(error.reason)
            }
            do throws(DraftFault) {
                _ = try (channel as? any ServiceChannel)?.attempt(message)
                _ = try channel.preview(message, at: now())
            } catch {
                throw .fault(error)
            }
        }
    }

    /// What a draft for every service would do, without doing it: how many devices it reaches on which platform, and what
    /// those of each service get.
    public func preview(of draft: Draft) async throws(BroadcastFailure) -> JSONObject {
        let reach = try await reach(of: draft)
        var json: JSONObject = ["dry_run": true, "recipients": .integer(reach.recipients)]
        json["platforms"] = .object(reach.devices?.platformsJSON(in: .all) ?? JSONObject())
        guard case .everywhere(let message, _) = draft.message, let app = try await app(of: draft), let gateway else {
            return json
        }
        var (payloads, problems) = (JSONObject(), JSONObject())
        for service in reach.services {
            do {
                let channel = try gateway.channels.channel(of: app, for: service)
                payloads[service.rawValue] = try channel.preview(message, at: now())
            } catch let missing as ChannelMissing {
                problems[service.rawValue] = .string(missing.reason)
            } catch {
                problems[service.rawValue] = .string("\(error)")
            }
        }
        json["payloads"] = .object(payloads)
        if !problems.isEmpty { json["problems"] = .object(problems) }
        return json
    }
}

extension Broadcasts {
    /// Ends the broadcasts of apps that were deleted, here or by a command beside this process; at most what is in flight
    /// still goes out.
    public func cancelOrphans() async {
        for broadcast in active.values { await cancelOrphan(broadcast) }
    }

    func cancelOrphan(_ broadcast: Broadcast) async {
        do throws(BroadcastFailure) {
            _ = try await app(of: broadcast.draft, incarnation: broadcast.incarnation)
        } catch .app(.unknown) {
            await cancelOrphaned(broadcast)
        } catch {
            // That the store cannot be read, or that this process knows no apps, says nothing about the app.
        }
    }

    private func cancelOrphaned(_ broadcast: Broadcast) async {
        do throws(BroadcastFailure) {
            _ = try await cancel(broadcast.id, because: "The app \(broadcast.draft.app) was deleted.")
        } catch {
            // Its owner was faster, or the store cannot be written: then it is tried again within a second.
        }
    }
}

extension Reach {
    /// The services that have somebody to reach.
    fileprivate var services: [PushServiceKind] {
        PushServiceKind.allCases.filter { service in
            DevicePlatform.allCases.contains { $0.service == service && devices?.devices(on: $0) ?? 0 > 0 }
        }
    }
}

extension Broadcast {
    /// Whether an app's backend sent it, the app of now and not a deleted one of the same id.
    public func isOwn(of caller: AppCaller) -> Bool {
        isEverywhere && draft.app == caller.app && incarnation == caller.incarnation
    }

    /// Whether it goes to devices of every service.
    public var isEverywhere: Bool {
        if case .everywhere = draft.message { true } else { false }
    }
}

extension Draft {
    /// Whether it is for more than the default app's devices at APNs.
    var needsGateway: Bool {
        if case .notification = message { app != .default } else { true }
    }
}
