import APNs
import WorkersKV

/// What finding the recipients of a broadcast would cost on Workers KV, where the free plan counts lists and reads by
/// the day.
///
/// A list names at most 1,000 keys, and whether a device is a pro's stands in its value: so each key costs a read, whomever
/// the broadcast is for.
public struct WorkersCost: Hashable, Sendable {
    /// List requests.
    public let lists: Int

    /// Keys read.
    public let reads: Int

    /// Lists that the free plan has left today.
    public let listsLeft: Int

    /// Reads that the free plan has left today.
    public let readsLeft: Int

    /// Whether the rest of a free day is enough.
    public var fitsFreeDay: Bool { lists <= listsLeft && reads <= readsLeft }

    /// - Parameters:
    ///   - keyCount: The keys in the namespace.
    ///   - used: What today has used already.
    init(keyCount: Int, used: [BudgetKind: Int]) {
        // Of an empty namespace, too, one page is asked for.
        lists = max(1, (keyCount + KVLimits.listedKeys - 1) / KVLimits.listedKeys)
        reads = keyCount
        listsLeft = Self.left(.lists, used)
        readsLeft = Self.left(.reads, used)
    }

    private static func left(_ kind: BudgetKind, _ used: [BudgetKind: Int]) -> Int {
        max(0, (KVPlan.free.limit(of: kind) ?? 0) - (used[kind] ?? 0))
    }
}

extension WorkersCost: CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
        let listCount = lists == 1 ? "1 list" : "\(lists.grouped) lists"
        let readCount = reads == 1 ? "1 read" : "\(reads.grouped) reads"
        let cost = "On Workers this would take \(listCount) and \(readCount)"
        if fitsFreeDay { return "\(cost), which fits into what is left of a free day." }
        return "\(cost), and a free day has \(listsLeft.grouped) lists and \(readsLeft.grouped) reads left."
    }

    /// The same for programs.
    public var json: JSONValue {
        ["lists": .integer(lists), "reads": .integer(reads), "fitsFreeDay": .bool(fitsFreeDay)]
    }
}

extension Quota {
    /// What a broadcast with this reach would cost on Workers if it were sent now; nil for one to a single device, which
    /// is found without a list.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the store cannot be read.
    public func workersCost(of reach: Reach) async throws(KVError) -> WorkersCost? {
        guard let keyCount = reach.keys else { return nil }
        return try await workersCost(keyCount: keyCount)
    }

    /// The same for so many keys to look at.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the store cannot be read.
    public func workersCost(keyCount: Int) async throws(KVError) -> WorkersCost {
        let moment = now()
        let today = try await store.history(.day, from: moment, through: moment).first
        return WorkersCost(keyCount: keyCount, used: today?.used ?? [:])
    }
}
