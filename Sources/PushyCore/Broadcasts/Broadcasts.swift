import APNs
import Foundation
import WorkersKV

/// All broadcasts: creates them, lets senders carry them out, and takes up what a former process left unfinished.
public actor Broadcasts {
    let registry: TokenRegistry
    let records: BroadcastRecords
    let service: Result<PushService, BroadcastFailure>
    /// What leads to other apps, and to devices that APNs does not reach; nil in a process that sends for the default app.
    let gateway: Gateway?
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let report: @Sendable (BroadcastTurn) -> Void

    /// What was settled since the process began.
    var settled = Tally()
    /// How many came to an end since the process began, by the state they ended in.
    var ended: [Broadcast.State: Int] = [:]
    /// Those that are not over, as they stand at this moment.
    var active: [BroadcastID: Broadcast] = [:]
    /// The newest copy of each that was shown; an older one must not come after it.
    var revisions: [BroadcastID: Int] = [:]
    var senders: [BroadcastID: Task<Void, Never>] = [:]
    /// How the senders are told that nothing more is to be begun.
    var halts: [BroadcastID: Halt] = [:]
    var watchers = Watchers()
    var isStopping = false

    /// Opens the broadcasts of a store. None is sent before ``advance()``.
    ///
    /// The service is the way to APNs, or ``BroadcastFailure/notConfigured(_:)`` with a sentence on what is missing; the
    /// gateway leads to other apps and services, whose broadcasts wait for another process without it; the
    /// clock is what a rate limit waits by; the report is told of each turn, in their order, and should not take long.
    public init(
        registry: TokenRegistry,
        service: Result<PushService, BroadcastFailure>,
        gateway: Gateway? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (BroadcastTurn) -> Void = { _ in },
        now: @escaping @Sendable () -> Date
    ) async throws(KVError) {
        self.report = report
        self.registry = registry
        self.service = service
        self.gateway = gateway
        self.clock = clock
        self.now = now
        records = try await BroadcastRecords(in: registry.store)
        for broadcast in try await records.unfinished() { active[broadcast.id] = broadcast }
    }

    /// Stores a draft as a broadcast and begins to send it, or waits for its time.
    ///
    /// The same idempotency key with the same draft again gives the broadcast that it gave before, and sends nothing;
    /// with another draft it is refused.
    public func create(
        _ draft: Draft,
        idempotencyKey: IdempotencyKey? = nil
    ) async throws(BroadcastFailure) -> Broadcast {
        let app = try await app(of: draft)
        try checkWay(of: draft, from: app)
        let reach = try await reach(of: draft)
        try checkWays(of: draft, from: app, to: reach)
        let fresh = Broadcast(draft, recipients: reach.recipients, of: app, at: now())
        let created = try await store(fresh, idempotencyKey?.scoped(to: fresh), in: app)
        guard created.id == fresh.id else {
            guard created.draft.asksTheSame(as: draft) else { throw .idempotencyKeyTaken(created.id) }
            return active[created.id] ?? created
        }
        publish(created)
        advance()
        return active[created.id] ?? created
    }

    private func store(
        _ fresh: Broadcast,
        _ idempotencyKey: IdempotencyKey?,
        in app: App?
    ) async throws(BroadcastFailure) -> Broadcast {
        let log = fresh.isEverywhere ? try await space(of: app).log : nil
        return try await BroadcastFailure.wrapping { () async throws(KVError) in
            try await registry.store.commit { [records] transaction throws(KVError) in
                if let idempotencyKey, let earlier = try records.broadcast(for: idempotencyKey, in: transaction) {
                    return earlier
                }
                if let idempotencyKey { try records.remember(idempotencyKey, for: fresh, in: transaction) }
                if let log { try log.add(SendLog.Entry(fresh), in: transaction) }
                return try records.put(fresh, in: transaction)
            }
        }
    }

    /// A broadcast as it stands at this moment.
    public func broadcast(_ id: BroadcastID) async throws(BroadcastFailure) -> Broadcast {
        if let broadcast = active[id] { return broadcast }
        let stored = try await BroadcastFailure.wrapping { () async throws(KVError) in
            try await records.broadcast(id)
        }
        guard let stored else { throw .unknown(id) }
        return stored
    }

    /// A page of broadcasts, the newest first.
    public func page(after cursor: BroadcastID? = nil, limit: Int) async throws(BroadcastFailure) -> BroadcastPage {
        let page = try await BroadcastFailure.wrapping { () async throws(KVError) in
            try await records.page(after: cursor, limit: limit)
        }
        return BroadcastPage(broadcasts: page.broadcasts.map { active[$0.id] ?? $0 }, cursor: page.cursor)
    }

    /// A broadcast as it stands, and each change of it until it is over.
    public func updates(of id: BroadcastID) async throws(BroadcastFailure) -> AsyncStream<Broadcast> {
        watchers.watch(try await broadcast(id)) { [weak self] id, watcher in
            Task { await self?.forget(id, watcher: watcher) }
        }
    }

    private func forget(_ id: BroadcastID, watcher: UUID) {
        watchers.forget(id, watcher: watcher)
    }
}
