import APNs
import Foundation
import WorkersKV

extension Broadcasts {
    /// Gives each broadcast that is due to a sender.
    public func advance() {
        guard !isStopping else { return }
        let moment = now()
        for broadcast in active.values
        where senders[broadcast.id] == nil && isMine(broadcast) && broadcast.isDue(at: moment) {
            halts[broadcast.id] = Halt()
            senders[broadcast.id] = Task { await self.carryOut(broadcast) }
        }
    }

    /// Takes up what a command beside this process has placed in the store, and gives all that is due to senders. To be
    /// called at the start, and every second or so.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the store cannot be read; nothing new is taken up then.
    public func takeUp() async throws(KVError) {
        defer { advance() }
        await cancelOrphans()
        for broadcast in try await records.takeNotes() { publish(broadcast) }
    }

    /// Lets senders come to a checkpoint and stop; what is unfinished goes on with the next start.
    public func stop() async {
        isStopping = true
        for halt in halts.values { halt.hurry() }
        for sender in senders.values { sender.cancel() }
        for sender in senders.values { await sender.value }
        watchers.finishAll()
    }

    private func carryOut(_ waiting: Broadcast) async {
        let id = waiting.id
        do throws(BroadcastFailure) {
            let begun = try await change(id) { [moment = now()] broadcast throws(BroadcastFailure) in
                try broadcast.begin(at: moment)
            }
            if waiting.startedAt == nil {
                report(.began(begun))
            } else if !waiting.isTroubled {
                report(.wentOn(begun))
            }
            let (last, ending) = try await BroadcastFailure.wrapping { () async throws(KVError) in
                if waiting.isTroubled { try await records.proveRoom() }
                return try await send(begun)
            }
            let hasProgressed = last.tally != waiting.tally
            if case .trouble = ending { await cancelOrphan(begun) }
            let ended = try await change(id) { [moment = now()] broadcast throws(BroadcastFailure) in
                broadcast.end(ending, unsettled: last.unsettled, hasProgressed: hasProgressed, at: moment)
            }
            let isToldOf = ending == .halted ? ended.state != .running : ended.state == .cancelled
            if !isToldOf { tellOfHalt(ended, after: waiting) }
        } catch .store(let error) {
            // In memory it waits for the store to recover; in the store it still is what it was at its last checkpoint.
            var suffering = active[id] ?? waiting
            suffering.suffer(.storage(error), hasProgressed: false, at: now())
            publish(suffering)
            tellOfHalt(suffering, after: waiting)
        } catch {
            // Its owner was faster: it is no longer due.
        }
        senders[id] = nil
        halts.removeValue(forKey: id)?.hurry()
        // It may have been resumed meanwhile. One whose channel was closed waits for the next look, or the next process.
        if active[id]?.state != .running { advance() }
    }

    /// A broadcast that was in trouble, and still is, has been told of before.
    private func tellOfHalt(_ broadcast: Broadcast, after waiting: Broadcast) {
        let triedInVain = waiting.isTroubled && broadcast.state == .paused && broadcast.tally == waiting.tally
        if !triedInVain { tellOfHalt(broadcast) }
    }

    private func tellOfHalt(_ broadcast: Broadcast) {
        if broadcast.state.isOver { ended[broadcast.state, default: 0] += 1 }
        report(.halted(broadcast))
    }

    private func send(_ broadcast: Broadcast) async throws(KVError) -> (Broadcast, Ending) {
        let draft = broadcast.draft
        guard case .notification(let message) = draft.message else { return try await sendEverywhere(broadcast) }
        let service: PushService
        let registry: TokenRegistry
        let notification: APNsNotification
        do {
            let app = try await app(of: draft, incarnation: broadcast.incarnation)
            service = try pushService(of: app)
            registry = try await self.registry(of: app)
            notification = try message.notification(for: service.topic, broadcast: broadcast.id)
        } catch BroadcastFailure.store(let error) {
            throw error
        } catch {
            return (broadcast, .trouble(.notSendable("\(error)")))
        }
        let walk: any PageSource =
            if let token = draft.token {
                SingleRecipient(token, for: broadcast.id)
            } else {
                try await RecipientWalk(of: registry, for: broadcast)
            }
        return await send(notification, of: broadcast, over: walk, of: registry, by: service)
    }

    func send(
        _ notification: APNsNotification,
        of broadcast: Broadcast,
        over walk: any PageSource,
        of registry: TokenRegistry,
        by service: PushService
    ) async -> (Broadcast, Ending) {
        let (progress, report) = AsyncStream.makeStream(of: Broadcast.self, bufferingPolicy: .bufferingNewest(1))
        async let shown: Void = show(progress, of: broadcast)
        var sender = Sender(
            broadcast,
            notification: notification,
            channel: service.channel(to: broadcast.environment),
            walk: walk,
            settlement: Settlement(registry: registry, records: records),
            clock: clock,
            now: now,
            report: report
        )
        let outcome = await sender.run()
        report.finish()
        await shown
        return outcome
    }

    func show(_ progress: AsyncStream<Broadcast>, of broadcast: Broadcast) async {
        var last = broadcast
        for await next in progress {
            if broadcast.isTroubled, last == broadcast { report(.wentOn(broadcast)) }
            settled += next.tally - last.tally
            last = next
            publish(next)
        }
    }
}

extension Broadcasts {
    /// Halts a broadcast, for good until it is resumed. What is in flight is still answered, however long that takes, and
    /// counted; until then it is not sent on.
    ///
    /// - Returns: the broadcast, halted.
    public func pause(_ id: BroadcastID) async throws(BroadcastFailure) -> Broadcast {
        let paused = try await halt(id) { broadcast throws(BroadcastFailure) in try broadcast.pause() }
        halts[id]?.call()
        senders[id]?.cancel()
        return paused
    }

    /// Ends a broadcast for good. What is in flight is still answered, and counted.
    ///
    /// - Returns: the broadcast, ended.
    public func cancel(_ id: BroadcastID) async throws(BroadcastFailure) -> Broadcast {
        try await cancel(id, because: nil)
    }

    func cancel(_ id: BroadcastID, because reason: String?) async throws(BroadcastFailure) -> Broadcast {
        let cancelled = try await halt(id) { [moment = now()] broadcast throws(BroadcastFailure) in
            try broadcast.cancel(at: moment, because: reason)
        }
        halts[id]?.hurry()
        senders[id]?.cancel()
        return cancelled
    }

    /// Lets a broadcast that was paused, or that stopped itself, go on where it was.
    public func resume(_ id: BroadcastID) async throws(BroadcastFailure) -> Broadcast {
        let draft = try await broadcast(id).draft
        try checkWay(of: draft, from: try await app(of: draft))
        let resumed = try await change(id) { [moment = now()] broadcast throws(BroadcastFailure) in
            try broadcast.resume(at: moment)
        }
        advance()
        return active[id] ?? resumed
    }

    private func halt(
        _ id: BroadcastID,
        _ change: @escaping @Sendable (inout Broadcast) throws(BroadcastFailure) -> Void
    ) async throws(BroadcastFailure) -> Broadcast {
        let halted = try await self.change(id, change)
        tellOfHalt(halted)
        return halted
    }

    /// Changes a broadcast as it stands in the store, in one transaction: of two who change it at once, the second sees
    /// what the first has made of it.
    func change(
        _ id: BroadcastID,
        _ change: @escaping @Sendable (inout Broadcast) throws(BroadcastFailure) -> Void
    ) async throws(BroadcastFailure) -> Broadcast {
        let outcome = try await BroadcastFailure.wrapping { () async throws(KVError) in
            try await registry.store.commit {
                [records] transaction throws(KVError) -> Result<Broadcast, BroadcastFailure> in
                guard var broadcast = try records.broadcast(id, in: transaction) else { return .failure(.unknown(id)) }
                do throws(BroadcastFailure) {
                    try change(&broadcast)
                } catch {
                    return .failure(error)
                }
                return .success(try records.put(broadcast, in: transaction))
            }
        }
        let changed = try outcome.get()
        publish(changed)
        return changed
    }

    /// Shows a broadcast as it stands now, unless a newer copy of it was shown.
    func publish(_ broadcast: Broadcast) {
        guard broadcast.revision >= revisions[broadcast.id] ?? 0 else { return }
        revisions[broadcast.id] = broadcast.revision
        active[broadcast.id] = broadcast.state.isOver ? nil : broadcast
        watchers.publish(broadcast)
    }
}
