import APNs
import Foundation
import WorkersKV

extension Broadcasts {
    /// Gives each broadcast that is due to a sender.
    public func advance() {
        guard !isStopping else { return }
        let moment = now()
        for broadcast in active.values where senders[broadcast.id] == nil && broadcast.isDue(at: moment) {
            let control = SenderControl()
            senders[broadcast.id] = (control, Task { await self.carryOut(broadcast, control) })
        }
    }

    /// Takes up what a command beside this process has placed in the store, and gives all that is due to senders. To be
    /// called at the start, and every second or so.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the store cannot be read; nothing new is taken up then.
    public func takeUp() async throws(KVError) {
        defer { advance() }
        let newest = try await records.page(after: nil, limit: Self.placedAtOnce).broadcasts
        for broadcast in newest where !broadcast.state.isOver && known.insert(broadcast.id).inserted {
            active[broadcast.id] = broadcast
        }
    }

    /// More than anybody places between two looks; each costs a read.
    private static let placedAtOnce = 8

    /// Lets senders come to a checkpoint and stop; what is unfinished goes on with the next start.
    public func stop() async {
        isStopping = true
        for sender in senders.values { sender.control.ask(for: .shutDown) }
        for sender in senders.values { await sender.task.value }
        watchers.finishAll()
    }

    private func carryOut(_ waiting: Broadcast, _ control: SenderControl) async {
        var broadcast = waiting
        broadcast.begin(at: now())
        if waiting.startedAt == nil {
            report(.began(broadcast))
        } else if !waiting.isTroubled {
            report(.wentOn(broadcast))
        }
        do throws(KVError) {
            try await save(broadcast)
            let (settled, ending) = try await send(broadcast, control)
            broadcast = settled
            broadcast.end(ending, hasProgressed: settled.tally != waiting.tally, at: now())
            try await save(broadcast)
        } catch {
            // In memory it waits for the store to recover; in the store it still is what it was at its last checkpoint.
            broadcast.end(.trouble(.storage(error)), hasProgressed: false, at: now())
            publish(broadcast)
        }
        senders[broadcast.id] = nil
        let triedInVain = waiting.isTroubled && broadcast.state == .paused && broadcast.tally == waiting.tally
        if !triedInVain { tellOfHalt(broadcast) }
    }

    private func tellOfHalt(_ broadcast: Broadcast) {
        if broadcast.state.isOver { ended[broadcast.state, default: 0] += 1 }
        report(.halted(broadcast))
    }

    private func send(_ broadcast: Broadcast, _ control: SenderControl) async throws(KVError) -> (Broadcast, Ending) {
        let draft = broadcast.draft
        let service: PushService
        let notification: APNsNotification
        do {
            service = try self.service.get()
            notification = try draft.message.notification(for: service.topic, broadcast: broadcast.id)
        } catch {
            return (broadcast, .trouble(.notSendable("\(error)")))
        }
        let walk: any PageSource =
            if let token = draft.token {
                SingleRecipient(token, for: broadcast.id)
            } else {
                try await RecipientWalk(of: registry, for: broadcast)
            }
        let (progress, report) = AsyncStream.makeStream(of: Broadcast.self, bufferingPolicy: .bufferingNewest(1))
        async let shown: Void = show(progress, of: broadcast)
        var sender = Sender(
            broadcast,
            notification: notification,
            channel: service.channel(to: draft.selection.environment),
            walk: walk,
            settlement: Settlement(registry: registry, records: records),
            control: control,
            clock: clock,
            now: now,
            report: report
        )
        let outcome = await sender.run()
        report.finish()
        await shown
        return outcome
    }

    private func show(_ progress: AsyncStream<Broadcast>, of broadcast: Broadcast) async {
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
    /// Halts a broadcast; what is in flight is still answered.
    ///
    /// - Returns: the broadcast, halted.
    public func pause(_ id: BroadcastID) async throws(BroadcastFailure) -> Broadcast {
        try await end(id, with: .pause) { broadcast throws(BroadcastFailure) in try broadcast.pause() }
    }

    /// Ends a broadcast for good; what is in flight is still answered.
    public func cancel(_ id: BroadcastID) async throws(BroadcastFailure) -> Broadcast {
        let moment = now()
        return try await end(id, with: .cancel) { broadcast throws(BroadcastFailure) in
            try broadcast.cancel(at: moment)
        }
    }

    /// Lets a broadcast that was paused, or that stopped itself, go on where it was.
    public func resume(_ id: BroadcastID) async throws(BroadcastFailure) -> Broadcast {
        _ = try service.get()
        var broadcast = try await broadcast(id)
        try broadcast.resume(at: now())
        try await BroadcastFailure.wrapping { () async throws(KVError) in try await save(broadcast) }
        advance()
        return active[id] ?? broadcast
    }

    private func end(
        _ id: BroadcastID,
        with wish: SenderControl.Wish,
        _ change: (inout Broadcast) throws(BroadcastFailure) -> Void
    ) async throws(BroadcastFailure) -> Broadcast {
        if let sender = senders[id] {
            sender.control.ask(for: wish)
            await sender.task.value
            return try await broadcast(id)
        }
        var broadcast = try await broadcast(id)
        try change(&broadcast)
        try await BroadcastFailure.wrapping { () async throws(KVError) in try await save(broadcast) }
        tellOfHalt(broadcast)
        return broadcast
    }
}

extension Broadcasts {
    /// Makes a broadcast's standing durable, and shows it.
    private func save(_ broadcast: Broadcast) async throws(KVError) {
        try await registry.store.commit { [records] transaction throws(KVError) in
            try records.put(broadcast, in: transaction)
        }
        publish(broadcast)
    }

    private func publish(_ broadcast: Broadcast) {
        known.insert(broadcast.id)
        active[broadcast.id] = broadcast.state.isOver ? nil : broadcast
        watchers.publish(broadcast)
    }
}
