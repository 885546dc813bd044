import APNs
import Foundation
import WorkersKV

/// The devices of an app, whatever service reaches them: by their names, and by their owners.
///
/// Those at APNs are the ones of ``TokenRegistry``, in the same records: what registered by its token alone is found here
/// once it registers with a platform.
public struct DeviceRegistry: Sendable {
    let app: AppID
    let registry: TokenRegistry
    let index: DeviceIndex

    init(of app: AppID, over registry: TokenRegistry) async throws(KVError) {
        self.app = app
        self.registry = registry
        index = try await DeviceIndex(in: registry.store, of: app)
    }

    /// What a registration came to, and what the device is called from now on.
    public struct Registered: Hashable, Sendable {
        public let id: DeviceID
        public let registration: TokenRegistry.Registration
    }

    /// Registers a device, or changes what is known of it. The record is one write; what leads to it costs none.
    ///
    /// - Throws: ``KVError/refused(_:)`` when the day's writes are spent or the device was written within the last second.
    public func register(_ registration: DeviceRegistration) async throws(KVError) -> Registered {
        let id = DeviceID(of: registration.address, in: app)
        let key = try registration.address.key(of: id)
        try await registry.store.charge(.reads)
        if try await isKnown(registration, as: id, under: key) {
            registry.store.noteSaved(.unchanged)
            return Registered(id: id, registration: .unchanged)
        }
        let outcome = try await registry.store.commit {
            [registry, index] transaction throws(KVError) -> TokenRegistry.Registration in
            let former = try transaction.record(of: key, in: registry.tokens)
            let record = TokenRecord(registration, at: registry.now(), over: former)
            if let owner = former?.user, owner != record.user { try index.forget(id, of: owner, in: transaction) }
            try index.enter(DeviceIndex.Entry(id: id, key: key), of: record.user, in: transaction)
            // Whoever registers again although its service called it dead is to be reached: the new date says so.
            let isGivenUp = try registry.deletions.contains(key, in: transaction)
            if let former, !isGivenUp, former.saysTheSame(as: record) { return .unchanged }
            try transaction.put(record.bytes, for: key, in: registry.tokens)
            return former == nil ? .registered : .updated
        }
        return Registered(id: id, registration: outcome)
    }

    private func isKnown(
        _ registration: DeviceRegistration,
        as id: DeviceID,
        under key: KeyName
    ) async throws(KVError) -> Bool {
        try await registry.store.read { [registry, index] transaction throws(KVError) in
            guard let former = try transaction.record(of: key, in: registry.tokens) else { return false }
            let record = TokenRecord(registration, at: registry.now(), over: former)
            guard former.saysTheSame(as: record) else { return false }
            guard try index.holds(id, of: record.user, in: transaction) else { return false }
            return try !registry.deletions.contains(key, in: transaction)
        }
    }

    /// Removes a device.
    ///
    /// - Throws: ``KVError/refused(_:)`` when the day's deletes are spent.
    public func remove(_ id: DeviceID) async throws(KVError) -> TokenRegistry.Removal {
        guard try await device(id) != nil else {
            registry.store.noteSaved(.absent)
            return .absent
        }
        return try await registry.store.commit { [registry, index] transaction throws(KVError) in
            guard let key = try index.key(of: id, in: transaction),
                let record = try transaction.record(of: key, in: registry.tokens)
            else { return .absent }
            try transaction.delete(key, in: registry.tokens)
            try index.forget(id, in: transaction)
            if let owner = record.user { try index.forget(id, of: owner, in: transaction) }
            return .removed
        }
    }
}

extension TokenRecord {
    /// The record of a device that registers now, over the one that was there before.
    init(_ registration: DeviceRegistration, at moment: Date, over former: TokenRecord?) {
        let owner =
            switch registration.owner {
            case .unnamed: former?.user
            case .nobody: UserID?.none
            case .user(let user): user
            }
        self.init(
            pro: registration.pro ?? former?.pro ?? false,
            environment: registration.environment,
            at: moment,
            over: former
        )
        platform = registration.platform
        user = owner
        switch registration.address {
        case .apns: break
        case .fcm(let token): self["token"] = .string(token)
        case .web(let address):
            // A subscription is bound to its key for good: without a word on it the one that is known stays.
            let isKnown = former?["subscription"] == address.json && !registration.namesVAPIDKey
            self["subscription"] = address.json
            self["vapid"] = isKnown ? former?["vapid"] ?? .string(address.vapidKey) : .string(address.vapidKey)
        }
    }
}
