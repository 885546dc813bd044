import Foundation

/// Changes that become durable together, or not at all; it sees its own changes.
///
/// It lasts as long as the closure that it is handed to. Reads here are not counted as reads of Workers KV.
public struct KVWriteTransaction: ~Copyable {
    let context: WriteContext

    /// The moment of this transaction, by the store's clock.
    public var now: Date { context.now }

    /// The value of a key, copied; nil when it is missing or expired.
    public func value(of key: KeyName, in namespace: KVNamespace) throws(KVError) -> [UInt8]? {
        try context.snapshot.value(of: key, in: namespace)
    }

    /// Hands the value of a key to the body without a copy; nil when it is missing or expired.
    public func withValue<Result>(
        of key: KeyName,
        in namespace: KVNamespace,
        _ body: (RawSpan) -> Result
    ) throws(KVError) -> Result? {
        try context.snapshot.withValue(of: key, in: namespace, body)
    }

    /// The value of a key with its metadata and expiry, copied; nil when it is missing or expired.
    public func entry(of key: KeyName, in namespace: KVNamespace) throws(KVError) -> KVEntry? {
        try context.snapshot.entry(of: key, in: namespace)
    }

    /// Hands the keys and values of a namespace to the body in the order of the keys; do not change keys from within.
    public func walk(
        _ namespace: KVNamespace,
        prefix: String = "",
        after key: KeyName? = nil,
        limit: Int,
        _ body: (_ key: RawSpan, _ value: RawSpan) -> Void
    ) throws(KVError) -> WalkPage {
        try context.snapshot.walk(namespace, prefix: prefix, after: key, limit: limit, body)
    }

    /// Sets value, expiry and metadata of a key together; leaving expiry or metadata out means none.
    ///
    /// A refused put changes nothing and may be caught: the transaction goes on.
    ///
    /// - Parameters:
    ///   - value: Up to 25 MiB.
    ///   - key: The key.
    ///   - namespace: Whose key.
    ///   - expiration: When the key is to vanish, at least 60 seconds ahead.
    ///   - metadata: The JSON that a list gives beside the key.
    ///   - charge: Whether the put is counted, and refused beyond the budget or within a second of the last one; in the
    ///     service's own namespaces it never is.
    /// - Returns: What the put found.
    /// - Throws: ``KVError/refused(_:)`` in Workers KV's words, ``KVError/unknownNamespace(_:)`` or
    ///   ``KVError/unavailable(_:)``.
    @discardableResult
    public func put(
        _ value: [UInt8],
        for key: KeyName,
        in namespace: KVNamespace,
        expiration: KVExpiration? = nil,
        metadata: KVMetadata? = nil,
        charge: KVCharge = .counted
    ) throws(KVError) -> KVPutOutcome {
        try context.put(value, key, namespace, expiration, metadata, charge)
    }

    /// Removes a key; whether it was there. A missing key is counted as well, as Workers KV does.
    ///
    /// - Throws: ``KVError/refused(_:)`` beyond the budget, ``KVError/unavailable(_:)``.
    @discardableResult
    public func delete(
        _ key: KeyName,
        in namespace: KVNamespace,
        charge: KVCharge = .counted
    ) throws(KVError) -> Bool {
        try context.delete(key, namespace, charge)
    }
}

/// Whether an operation is counted.
public enum KVCharge: Hashable, Sendable {
    /// It is charged to the budget, and the rule of one write a second holds for its key.
    case counted
    /// The same, but what would leave fewer operations of the budget than so many is refused: they are for others.
    case countedLeaving(Int)
    /// It stands outside the budget and its reports, as an import may.
    case exempt

    /// Whether it is charged at all.
    var isCounted: Bool { self != .exempt }

    /// How many operations it leaves to others.
    var reserve: Int { if case .countedLeaving(let count) = self { count } else { 0 } }
}

/// What a put found.
public enum KVPutOutcome: Hashable, Sendable {
    /// The key was not there.
    case new
    /// Value, metadata or expiry were other ones.
    case changed
    /// The same stood there already.
    case unchanged
}
