import Foundation
import Synchronization
import WorkersKV

/// The spaces of all apps, each opened when it is first asked for.
public final class AppSpaces: Sendable {
    private let store: KVStore
    private let standard: TokenRegistry
    private let logDays: Int
    private let now: @Sendable () -> Date
    private let opened = Mutex<[AppID: Opened]>([:])

    private struct Opened {
        let incarnation: String
        let space: AppSpace
    }

    /// The spaces of a store; the registry of the default app is open, and what was sent is kept for so many days.
    public init(
        in store: KVStore,
        standard: TokenRegistry,
        logDays: Int = 30,
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.standard = standard
        self.logDays = logDays
        self.now = now
    }

    /// The space of a caller's app.
    ///
    /// - Throws: ``KVError/unknownNamespace(_:)`` when the app was deleted just now.
    public func space(of caller: AppCaller) async throws(KVError) -> AppSpace {
        try await space(of: caller.app, incarnation: caller.incarnation)
    }

    /// The space of an app.
    public func space(of app: App) async throws(KVError) -> AppSpace {
        try await space(of: app.id, incarnation: app.incarnation)
    }

    private func space(of id: AppID, incarnation: String) async throws(KVError) -> AppSpace {
        let open = opened.withLock { $0[id] }
        if let open, open.incarnation == incarnation { return open.space }
        let space = try await AppSpace(of: id, over: registry(of: id), logDays: logDays)
        opened.withLock { $0[id] = Opened(incarnation: incarnation, space: space) }
        return space
    }

    private func registry(of id: AppID) async throws(KVError) -> TokenRegistry {
        if id == .default { return standard }
        let title = AppSpace.title(of: id)
        guard let namespace = try await store.existingNamespace(titled: title) else { throw .unknownNamespace(title) }
        return try await TokenRegistry(in: store, of: id, tokens: namespace, now: now)
    }
}
