import APNs
import WorkersKV

/// A device as a list shows it.
public struct ListedDevice: Sendable {
    public let handle: DeviceHandle
    /// The token, which the list must not show; nil for a device that APNs does not reach.
    public let token: DeviceToken?
    /// What is known of it, or why its value tells nothing.
    public let record: Result<TokenRecord, TokenRecordFault>

    /// The device of a key and its value; nil for a key that is no device's.
    init?(_ key: KeyName, _ value: [UInt8]) {
        if let token = try? DeviceToken(key.text), token.hex == key.text {
            handle = .token(TokenAlias(token))
            self.token = token
        } else if let id = DeviceID(key.text), !id.isAPNs {
            handle = .id(id)
            token = nil
        } else {
            return nil
        }
        record = Result { () throws(TokenRecordFault) in try TokenRecord(value) }
    }
}

extension DeviceRegistry {
    /// Some devices in the order of their keys, whatever reaches them, and the one to go on after where there are more.
    public func list(
        after handle: DeviceHandle? = nil,
        limit: Int
    ) async throws(KVError) -> (devices: [ListedDevice], next: DeviceHandle?) {
        var devices: [ListedDevice] = []
        var position = try await place(of: handle)
        // One more than is asked for tells whether there is more.
        while devices.count <= limit {
            let page = try await registry.store.walk(
                registry.tokens,
                after: position,
                limit: limit + 1 - devices.count
            ) { key, value in
                guard let name = KeyName(utf8: key) else { return }
                if let device = ListedDevice(name, value.withUnsafeBytes { Array($0) }) { devices.append(device) }
            }
            guard let last = page.last else { break }
            position = last
        }
        return (Array(devices.prefix(limit)), devices.count > limit ? devices[limit - 1].handle : nil)
    }

    /// The device of a name; nil when it is not there, or no more.
    public func listed(_ handle: DeviceHandle) async throws(KVError) -> ListedDevice? {
        guard let key = try await key(of: handle) else { return nil }
        return try await registry.store.read { [tokens = registry.tokens] transaction throws(KVError) in
            try transaction.value(of: key, in: tokens).flatMap { ListedDevice(key, $0) }
        }
    }

    /// Removes a device at the owner's wish, as ``TokenRegistry/discard(_:)`` does where APNs reaches it.
    ///
    /// - Throws: ``KVError/refused(_:)`` when the budget of deletes is spent and its deletion cannot be put off.
    public func discard(_ handle: DeviceHandle) async throws(KVError) -> TokenRegistry.Discarding {
        switch handle {
        case .token(let alias):
            guard let token = try await registry.token(named: alias) else { return .absent }
            return try await registry.discard(token)
        case .id(let id): return try await remove(id) == .removed ? .removed : .absent
        }
    }

    private func key(of handle: DeviceHandle) async throws(KVError) -> KeyName? {
        switch handle {
        case .token(let alias):
            guard let token = try await registry.token(named: alias) else { return nil }
            return try KeyName(token)
        case .id(let id): return try KeyName(of: id.text)
        }
    }

    /// Where a list goes on; where a token was removed meanwhile, at those that begin as it did.
    private func place(of handle: DeviceHandle?) async throws(KVError) -> KeyName? {
        guard let handle else { return nil }
        if let key = try await key(of: handle) { return key }
        guard case .token(let alias) = handle else { return nil }
        return try KeyName(of: alias.digits)
    }
}

extension DeviceRegistry {
    /// The devices that a text means, `limit` at most: those of the user of this name, the one of this name, or those whose
    /// token begins so.
    public func find(_ text: String, limit: Int) async throws(KVError) -> [ListedDevice] {
        if let user = try? UserID(text) {
            let theirs = try await devices(of: user)
            if !theirs.isEmpty { return theirs.prefix(limit).map { ListedDevice($0) } }
        }
        if let id = DeviceID(text) { return try await device(id).map { [ListedDevice($0)] } ?? [] }
        guard !text.isEmpty, let prefix = TokenPrefix(text) else { return [] }
        return try await registry.search(prefix, limit: limit).tokens.map { ListedDevice($0) }
    }
}

extension ListedDevice {
    fileprivate init(_ device: Device) {
        if case .apns(let token) = device.address {
            handle = .token(TokenAlias(token))
            self.token = token
        } else {
            handle = .id(device.id)
            token = nil
        }
        record = .success(device.record)
    }

    fileprivate init(_ found: FoundToken) {
        handle = .token(TokenAlias(found.token))
        token = found.token
        record = found.record
    }
}
