import Foundation
import PushyServer

/// Where a broadcast from the shell is handed in and watched: the store. A server that holds it does the sending; when none
/// does, a sender of this process takes its place.
struct SendDesk: Sendable {
    /// The app's devices.
    let registry: TokenRegistry
    private let store: KVStore
    private let outbox: BroadcastOutbox
    /// The sender of this process; nothing when a server is there.
    private let sender: Sender?

    private struct Sender: Sendable {
        let broadcasts: Broadcasts
        let push: PushService
    }

    /// Opens the store of a data directory that is there.
    ///
    /// - Throws: a complaint when it holds no store, or when nobody is there to send: no server, and APNs is not configured.
    init(
        in directory: DataDirectory,
        budget: KVBudget,
        apns: APNsConfiguration,
        now: @escaping @Sendable () -> Date
    ) async throws(Complaint) {
        let (engine, isServed) = try await Complaint.wrapping { () throws(KVError) in
            try Self.engine(in: directory.path)
        }
        let push = isServed ? nil : try apns.service()
        do throws(KVError) {
            store = try await KVStore.open(engine: engine, budget: budget, maintenance: nil, now: now)
            registry = try await TokenRegistry(in: store, now: now)
            outbox = try await BroadcastOutbox(of: registry, now: now)
            switch push {
            case nil: sender = nil
            case .success(let push):
                let broadcasts = try await Broadcasts(registry: registry, service: .success(push), now: now)
                sender = Sender(broadcasts: broadcasts, push: push)
            case .failure(let failure):
                throw KVError.unavailable(failure.description)
            }
        } catch {
            throw .failure(error.description)
        }
    }

    /// The engine, and whether a server has it as well. Without one it is locked, so that none starts meanwhile.
    private static func engine(in directory: String) throws(KVError) -> (LMDBEngine, isServed: Bool) {
        let engine = try LMDBEngine(directory: directory, access: .command)
        do throws(KVError) {
            engine.close()
            return (try LMDBEngine(directory: directory, access: .server), false)
        } catch .busy {
            return (try LMDBEngine(directory: directory, access: .command), true)
        }
    }

    /// Whether a server does the sending.
    var isServed: Bool { sender == nil }

    /// Hands a draft in; once this returns it is durable, and goes out.
    func handIn(_ draft: Draft) async throws(Complaint) -> Broadcast {
        try await Complaint.wrapping { () async throws(KVError) in try await outbox.place(draft) }
    }

    /// Looks at a broadcast, and sees to the sender of this process.
    func look(at id: BroadcastID) async throws(Complaint) -> Broadcast {
        let broadcast = try await Complaint.wrapping { () async throws(KVError) in
            try await sender?.broadcasts.takeUp()
            return try await outbox.broadcast(id)
        }
        guard let broadcast else { throw .failure("the broadcast \(id.text) is gone from the store") }
        return broadcast
    }

    /// Closes the store when the body ends, however it does; a sender of this process comes to a checkpoint first.
    func closing(_ body: () async throws(Complaint) -> Void) async throws(Complaint) {
        let outcome: Result<Void, Complaint>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        try await close()
        try outcome.get()
    }

    private func close() async throws(Complaint) {
        if let sender {
            await sender.broadcasts.stop()
            await sender.push.shutdown(grace: .zero)
        }
        try await Complaint.wrapping { () async throws(KVError) in try await store.close() }
    }
}
