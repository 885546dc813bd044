import APNs
import WorkersKV

extension Broadcasts {
    /// Goes from one service to the next, and stays with the one that cannot go on.
    func sendEverywhere(_ broadcast: Broadcast) async throws(KVError) -> (Broadcast, Ending) {
        var last = broadcast
        while true {
            let ending: Ending
            (last, ending) = try await sendLeg(of: last)
            guard ending == .through, let next = last.currentLeg.next else { return (last, ending) }
            do throws(BroadcastFailure) {
                last = try await change(last.id) { broadcast throws(BroadcastFailure) in broadcast.begin(next) }
            } catch .store(let error) {
                throw error
            } catch {
                return (last, .halted)
            }
            guard last.state == .running, !Task.isCancelled else { return (last, .halted) }
        }
    }

    private func sendLeg(of broadcast: Broadcast) async throws(KVError) -> (Broadcast, Ending) {
        guard case .everywhere(let message, let platforms) = broadcast.draft.message,
            platforms.names.contains(where: { $0.service == broadcast.currentLeg.service })
        else { return (broadcast, .through) }
        do throws(BroadcastFailure) {
            let app = try await app(of: broadcast.draft, incarnation: broadcast.incarnation)
            let space = try await space(of: app)
            switch broadcast.currentLeg.service {
            case .apns: return try await send(message, of: broadcast, in: space, app)
            case .fcm, .webPush: return try await send(message, of: broadcast, on: platforms, in: space)
            }
        } catch .store(let error) {
            throw error
        } catch {
            return (broadcast, .trouble(.notSendable(error.description)))
        }
    }

    private func send(
        _ message: GatewayMessage,
        of broadcast: Broadcast,
        in space: AppSpace,
        _ app: App?
    ) async throws(BroadcastFailure) -> (Broadcast, Ending) {
        let walk = try await BroadcastFailure.wrapping { () async throws(KVError) in
            try await RecipientWalk(of: space.registry, for: broadcast)
        }
        let service: PushService
        let notification: APNsNotification
        do {
            service = try pushService(of: app)
            let own = try message.apnsMessage(at: now())
            notification = try own.notification(for: service.topic, broadcast: broadcast.id)
        } catch {
            var rest = walk
            let isNobody = try await BroadcastFailure.wrapping { () async throws(KVError) in
                try await rest.nextPage(limit: 1)?.deliveries.isEmpty ?? true
            }
            return (broadcast, isNobody ? .through : .trouble(.notSendable("\(error)")))
        }
        return await send(notification, of: broadcast, over: walk, of: space.registry, by: service)
    }

    private func send(
        _ message: GatewayMessage,
        of broadcast: Broadcast,
        on platforms: PlatformFilter,
        in space: AppSpace
    ) async throws(BroadcastFailure) -> (Broadcast, Ending) {
        let service = broadcast.currentLeg.service
        let walk = try await BroadcastFailure.wrapping { () async throws(KVError) in
            try await ServiceWalk(of: service, in: space.devices, for: broadcast, on: platforms)
        }
        let (progress, report) = AsyncStream.makeStream(of: Broadcast.self, bufferingPolicy: .bufferingNewest(1))
        async let shown: Void = show(progress, of: broadcast)
        let halt = halts[broadcast.id] ?? Halt()
        var sender = ServiceSender(
            broadcast,
            to: service,
            walk: walk,
            settlement: ServiceSettlement(devices: space.devices, records: records),
            clock: clock,
            halt: halt,
            now: now,
            report: report
        ) { [self] in
            await prepare(message, of: broadcast, for: service) { !halt.isCalled }
        }
        let outcome = await sender.run()
        report.finish()
        await shown
        return outcome
    }

    /// Looks the app up anew, so that credentials that were changed meanwhile hold from the next page on.
    private nonisolated func prepare(
        _ message: GatewayMessage,
        of broadcast: Broadcast,
        for service: PushServiceKind,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool
    ) async -> ServiceSender.Preparation {
        do {
            guard let gateway, let app = try await app(of: broadcast.draft, incarnation: broadcast.incarnation),
                let channel = try gateway.channels.channel(of: app, for: service) as? any ServiceChannel
            else { return .stuck(.notSendable("There is no way to \(service.title).")) }
            return .ready(try channel.attempt(message, tagged: broadcast.id, whileWanted: isStillWanted))
        } catch BroadcastFailure.store(let error) {
            return .stuck(.storage(error))
        } catch let missing as ChannelMissing {
            return .stuck(.notSendable(missing.reason))
        } catch {
            return .stuck(.notSendable("\(error)"))
        }
    }
}
