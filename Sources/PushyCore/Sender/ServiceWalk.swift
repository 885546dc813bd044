import APNs
import Foundation
import WorkersKV

/// Devices of one service that follow on one another, and what became of each.
struct ServicePage: Sendable {
    /// Pages are numbered in the order of the walk, from 0.
    let number: Int
    let devices: [Device]
    /// The last key that the walk has seen.
    let cursor: String?
    /// Whether no key comes after it.
    let isLast: Bool
    /// Whether its devices were picked apart from the walk.
    var isAhead = false
}

extension ServicePage {
    /// Devices that were picked apart from the walk.
    init(_ devices: [Device]) {
        self.init(number: 0, devices: devices, cursor: nil, isLast: false, isAhead: true)
    }
}

/// Walks an app's devices of FCM or of browsers' services in the order of their keys, which stand next to one another.
struct ServiceWalk: Sendable {
    private let registry: TokenRegistry
    private let prefix: String
    private var filter: DeviceFilter
    private var cursor: KeyName?
    private var number = 0
    private var meter = WalkMeter()
    private var isOver = false

    /// Goes on after the last key that the broadcast has dealt with.
    init(
        of service: PushServiceKind,
        in devices: DeviceRegistry,
        for broadcast: Broadcast,
        on platforms: PlatformFilter
    ) async throws(KVError) {
        registry = devices.registry
        prefix = "\(service.rawValue)-"
        var filter = try await devices.filter(for: broadcast.draft.selection.audience, on: platforms)
        filter.skip((broadcast.ahead ?? []).compactMap { try? KeyName($0) })
        self.filter = filter
        cursor = broadcast.cursor.flatMap { try? KeyName($0) }
    }

    /// The next page, of up to `limit` devices; nil after the last one.
    mutating func nextPage(limit: Int) async throws(KVError) -> ServicePage? {
        guard !isOver else { return nil }
        var devices: [Device] = []
        while devices.count < limit, !isOver { try await readOn(into: &devices, limit: limit) }
        defer { number += 1 }
        // The last page of a walk has no cursor: whoever goes on after it should not send it again.
        let last = isOver ? devices.last?.id.text ?? cursor?.text : cursor?.text
        return ServicePage(number: number, devices: devices, cursor: last, isLast: isOver)
    }

    /// Up to `count` of all devices to come, picked by chance: the pages pass over them.
    mutating func sample(_ count: Int) async throws(KVError) -> [Device] {
        var sample = Reservoir<Device>(of: count)
        var rest = self
        while !rest.isOver, !Task.isCancelled {
            // It is a walk through all keys: others have their turn in between.
            await Task.yield()
            var found: [Device] = []
            try await rest.readOn(into: &found, limit: TokenRegistry.keysPerTransaction)
            for device in found { sample.offer(device) }
        }
        filter.skip(sample.picked.compactMap { try? KeyName($0.id.text) })
        return sample.picked
    }

    /// Looks at as many keys as there is room for: each of them may be a recipient.
    private mutating func readOn(into devices: inout [Device], limit: Int) async throws(KVError) {
        let page = try await registry.store.walk(
            registry.tokens,
            prefix: prefix,
            after: cursor,
            limit: limit - devices.count
        ) { [filter] key, value in
            guard let glance = TokenGlance(key: key, value: value), filter.picks(key: key, glance),
                let device = Device(key: key, value: value)
            else { return }
            devices.append(device)
        }
        try await meter.charge(registry.store, for: page.handedOut)
        cursor = page.last ?? cursor
        isOver = page.isComplete
    }
}

extension Device {
    /// The device of a record that stands under its name; nil when it is none.
    fileprivate init?(key: RawSpan, value: RawSpan) {
        guard let key = KeyName(utf8: key), let id = DeviceID(key.text) else { return nil }
        let record = value.withUnsafeBytes { try? TokenRecord(Array($0)) }
        guard let record else { return nil }
        self.init(id, under: key, record)
    }
}
