import APNs
import WorkersKV

/// Where a sender takes its pages from.
protocol PageSource: Sendable {
    /// The next page, of up to `limit` recipients; nil after the last one.
    mutating func nextPage(limit: Int) async throws(KVError) -> Page?

    /// Up to `count` of all recipients to come, picked by chance: the pages pass over them.
    mutating func sample(_ count: Int) async throws(KVError) -> [APNsDelivery]
}

/// Walks the stored tokens in the order of their keys and picks the recipients, a page at a time.
///
/// Each page is read in short transactions of its own, so that a long broadcast never keeps the store from reusing what
/// was deleted; it goes on after the last key that it saw, as a list cursor of Workers KV does. It is charged for what it
/// would cost there: a list for each thousand keys, and a read for each key. Of another service's devices, whose keys stand
/// next to one another, it sees a page's at most, and begins a new list behind them.
struct RecipientWalk: PageSource {
    private let registry: TokenRegistry
    private var filter: RecipientFilter
    private let broadcast: BroadcastID
    private var cursor: KeyName?
    private var number = 0
    private var meter = WalkMeter()
    private var isOver = false

    /// Goes on after the last key that the broadcast has dealt with.
    init(of registry: TokenRegistry, for broadcast: Broadcast) async throws(KVError) {
        self.registry = registry
        self.broadcast = broadcast.id
        filter = try await registry.filter(for: broadcast)
        filter.skip((broadcast.ahead ?? []).compactMap { try? DeviceToken($0) })
        cursor = broadcast.cursor.flatMap { try? KeyName($0) }
    }

    mutating func nextPage(limit: Int) async throws(KVError) -> Page? {
        guard !isOver else { return nil }
        var deliveries: [APNsDelivery] = []
        deliveries.reserveCapacity(limit)
        while deliveries.count < limit, !isOver { try await readOn(into: &deliveries, limit: limit) }
        defer { number += 1 }
        // The last page of a walk has no cursor: whoever goes on after it should not send it again.
        let last = isOver ? deliveries.last?.token.hex ?? cursor?.text : cursor?.text
        return Page(number: number, deliveries: deliveries, cursor: last, isLast: isOver)
    }

    /// Who knows a few hundred keys that come first, or next to one another, does not know what a sample will hold.
    mutating func sample(_ count: Int) async throws(KVError) -> [APNsDelivery] {
        var sample = Reservoir<APNsDelivery>(of: count)
        var rest = self
        while !rest.isOver, !Task.isCancelled {
            // It is a walk through all keys: others have their turn in between.
            await Task.yield()
            var found: [APNsDelivery] = []
            try await rest.readOn(into: &found, limit: TokenRegistry.keysPerTransaction)
            for delivery in found { sample.offer(delivery) }
        }
        filter.skip(sample.picked.map(\.token))
        return sample.picked
    }

    /// Looks at as many keys as there is room for: each of them may be a recipient.
    private mutating func readOn(into deliveries: inout [APNsDelivery], limit: Int) async throws(KVError) {
        let room = limit - deliveries.count
        let page = try await registry.store.walk(registry.tokens, after: cursor, limit: room) {
            [filter, broadcast] key, value in
            guard filter.picks(key: key, value: value), let token = try? DeviceToken(utf8: key) else { return }
            deliveries.append(APNsDelivery(token: token, id: APNsID(broadcast: broadcast.text, token: token)))
        }
        try await meter.charge(registry.store, for: page.handedOut)
        isOver = page.isComplete
        guard let last = page.last else { return }
        if let device = DeviceID(last.text), let end = try? KeyName(device.endOfService) {
            cursor = end
            meter.beginList()
        } else {
            cursor = last
        }
    }
}

/// The one page of a broadcast to a single device.
struct SingleRecipient: PageSource {
    private var delivery: APNsDelivery?

    init(_ token: DeviceToken, for broadcast: BroadcastID) {
        delivery = APNsDelivery(token: token, id: APNsID(broadcast: broadcast.text, token: token))
    }

    mutating func nextPage(limit: Int) -> Page? {
        defer { delivery = nil }
        return delivery.map { Page(number: 0, deliveries: [$0], cursor: nil, isLast: true) }
    }

    mutating func sample(_ count: Int) -> [APNsDelivery] { [] }
}
