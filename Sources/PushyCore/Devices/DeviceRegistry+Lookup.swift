import APNs
import WorkersKV

extension DeviceRegistry {
    /// How many devices of an owner one transaction looks up.
    private static let devicesPerTransaction = 500

    /// A device; nil when there is none of this name. One read.
    public func device(_ id: DeviceID) async throws(KVError) -> Device? {
        try await registry.store.charge(.reads)
        return try await registry.store.read { [registry, index] transaction throws(KVError) in
            guard let key = try index.key(of: id, in: transaction),
                let record = try transaction.record(of: key, in: registry.tokens)
            else { return nil }
            return Device(id, under: key, record)
        }
    }

    /// All devices of an owner but those whose deletion waits. A read for each, however many the app has.
    public func devices(of user: UserID) async throws(KVError) -> [Device] {
        var devices: [Device] = []
        var stale: [DeviceIndex.Entry] = []
        var last: DeviceID?
        repeat {
            let page = try await registry.store.read { transaction throws(KVError) in
                try lookUp(user, after: last, in: transaction)
            }
            try await registry.store.charge(.reads, page.devices.count + page.givenUp + page.stale.count)
            devices += page.devices
            stale += page.stale
            last = page.last
        } while last != nil
        if !stale.isEmpty { try await tidy(stale, of: user) }
        return devices
    }

    private struct Page {
        var devices: [Device] = []
        /// Devices whose deletion waits.
        var givenUp = 0
        var stale: [DeviceIndex.Entry] = []
        var last: DeviceID?
    }

    private func lookUp(
        _ user: UserID,
        after last: DeviceID?,
        in transaction: borrowing KVReadTransaction
    ) throws(KVError) -> Page {
        let limit = Self.devicesPerTransaction
        let found = try index.entries(of: user, after: last, limit: limit, in: transaction)
        var page = Page(last: found.last)
        for entry in found.entries {
            guard let record = try transaction.record(of: entry.key, in: registry.tokens), record.user == user,
                let device = Device(entry.id, under: entry.key, record)
            else {
                page.stale.append(entry)
                continue
            }
            if try registry.deletions.contains(entry.key, in: transaction) {
                page.givenUp += 1
            } else {
                page.devices.append(device)
            }
        }
        return page
    }

    /// Takes away what leads to a device that is gone, or another's, unless it came back meanwhile.
    private func tidy(_ stale: [DeviceIndex.Entry], of user: UserID) async throws(KVError) {
        try await registry.store.commit { [registry, index] transaction throws(KVError) in
            for entry in stale {
                let record = try transaction.record(of: entry.key, in: registry.tokens)
                if record?.user != user { try index.forget(entry.id, of: user, in: transaction) }
                if record == nil { try index.forget(entry.id, in: transaction) }
            }
        }
    }
}

extension Device {
    /// The device of a record; nil when the record does not tell its address.
    init?(_ id: DeviceID, under key: KeyName, _ record: TokenRecord) {
        guard let address = DeviceAddress(under: key, record) else { return nil }
        self.init(id: id, address: address, record: record)
    }
}

extension DeviceAddress {
    /// Where a record under a key says that its device is; nil when it does not.
    init?(under key: KeyName, _ record: TokenRecord) {
        switch record.platform.service {
        case .apns:
            guard let token = try? DeviceToken(key.text) else { return nil }
            self = .apns(token)
        case .fcm:
            guard case .string(let token) = record["token"] else { return nil }
            self = .fcm(token)
        case .webPush:
            guard let address = WebAddress(record) else { return nil }
            self = .web(address)
        }
    }
}
