import APNs
import Foundation
import WorkersKV

/// An app's devices at APNs: which tokens there are, and what is known of each.
///
/// Every answer comes after the commit that holds it, so that what was answered is there after a crash.
public struct TokenRegistry: Sendable {
    /// The namespace that holds the default app's tokens, as its users know it.
    public static let namespaceTitle = "tokens"

    let store: KVStore
    let tokens: KVNamespace
    let deletions: PendingDeletions
    let now: @Sendable () -> Date

    /// Opens the registry of the default app in a store; its namespaces are made if they are not there.
    public init(in store: KVStore, now: @escaping @Sendable () -> Date) async throws(KVError) {
        let tokens = try await store.namespace(titled: Self.namespaceTitle)
        try await self.init(in: store, of: .default, tokens: tokens, now: now)
    }

    /// Opens the registry of an app, whose devices are in this namespace.
    init(
        in store: KVStore,
        of app: AppID,
        tokens: KVNamespace,
        now: @escaping @Sendable () -> Date
    ) async throws(KVError) {
        self.store = store
        self.tokens = tokens
        self.now = now
        deletions = try await PendingDeletions(on: tokens, of: app, in: store)
    }

    /// What a registration came to.
    public enum Registration: String, Sendable {
        /// The token is new.
        case registered
        /// The token was known, and what is known of it changed.
        case updated
        /// All of it was known; nothing was written.
        case unchanged
    }

    /// Registers a token, or changes what is known of it.
    ///
    /// - Throws: ``KVError/refused(_:)`` when the day's writes are spent or the token was written within the last second.
    public func register(
        _ token: DeviceToken,
        pro: Bool,
        environment: APNsEnvironment?
    ) async throws(KVError) -> Registration {
        let key = try KeyName(token)
        try await store.charge(.reads)
        // Most launches of most apps end here, without the writer.
        if try await isKnown(key, pro: pro, environment: environment) {
            store.noteSaved(.unchanged)
            return .unchanged
        }
        return try await store.commit { [tokens, deletions, now] transaction throws(KVError) in
            let former = try transaction.record(of: key, in: tokens)
            // Whoever registers again although APNs called the token dead is to be reached: the new date says so.
            let isGivenUp = try deletions.contains(key, in: transaction)
            if let former, !isGivenUp, former.says(pro: pro, environment: environment) { return .unchanged }
            let record = TokenRecord(pro: pro, environment: environment, at: now(), over: former)
            try transaction.put(record.bytes, for: key, in: tokens)
            return former == nil ? .registered : .updated
        }
    }

    /// What a removal came to.
    public enum Removal: String, Sendable {
        case removed
        /// There was no such token; nothing was written.
        case absent
    }

    /// Removes a token whose owner opted out.
    ///
    /// - Throws: ``KVError/refused(_:)`` when the day's deletes are spent.
    public func remove(_ token: DeviceToken) async throws(KVError) -> Removal {
        let key = try KeyName(token)
        try await store.charge(.reads)
        guard try await isThere(key) else {
            store.noteSaved(.absent)
            return .absent
        }
        return try await store.commit { [tokens] transaction throws(KVError) in
            guard try transaction.value(of: key, in: tokens) != nil else { return .absent }
            try transaction.delete(key, in: tokens)
            return .removed
        }
    }

    private func isKnown(_ key: KeyName, pro: Bool, environment: APNsEnvironment?) async throws(KVError) -> Bool {
        try await store.read { [tokens, deletions] transaction throws(KVError) in
            let isSame = try transaction.withValue(of: key, in: tokens) { value in
                guard let glance = TokenGlance(value) else { return false }
                return glance.pro == pro && (environment ?? glance.environment) == glance.environment
            }
            guard isSame == true else { return false }
            return try !deletions.contains(key, in: transaction)
        }
    }

    private func isThere(_ key: KeyName) async throws(KVError) -> Bool {
        try await store.read { [tokens] transaction throws(KVError) in
            try transaction.withValue(of: key, in: tokens) { _ in true } ?? false
        }
    }
}

extension KeyName {
    /// A token's key is its hexadecimal text, which is always a legal name.
    init(_ token: DeviceToken) throws(KVError) {
        do throws(KVRefusal) {
            try self.init(token.hex)
        } catch {
            throw .refused(error)
        }
    }
}
