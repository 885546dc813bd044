/// A consistent moment of the store, for as long as the closure that it is handed to runs.
///
/// Nothing here is counted as a read of Workers KV: see ``KVStore/charge(_:_:)`` and ``KVBinding``. Keep it short: while it
/// lasts, the engine cannot reuse what was deleted since.
public struct KVReadTransaction: ~Copyable {
    let snapshot: Snapshot

    /// The value of a key, copied; nil when it is missing or expired.
    public func value(of key: KeyName, in namespace: KVNamespace) throws(KVError) -> [UInt8]? {
        try snapshot.value(of: key, in: namespace)
    }

    /// Hands the value of a key to the body without a copy; nil when it is missing or expired.
    public func withValue<Result>(
        of key: KeyName,
        in namespace: KVNamespace,
        _ body: (RawSpan) -> Result
    ) throws(KVError) -> Result? {
        try snapshot.withValue(of: key, in: namespace, body)
    }

    /// The value of a key with its metadata and expiry, copied; nil when it is missing or expired.
    public func entry(of key: KeyName, in namespace: KVNamespace) throws(KVError) -> KVEntry? {
        try snapshot.entry(of: key, in: namespace)
    }

    /// Hands the keys and values of a namespace to the body in the order of the keys, without a copy.
    ///
    /// - Parameters:
    ///   - namespace: Whose keys.
    ///   - prefix: What each key begins with, taken literally.
    ///   - key: The key after which the page begins; nil is the first.
    ///   - limit: How many keys at most.
    ///   - body: Takes each key and value; the spans end with the call.
    /// - Returns: Where the page ended.
    /// - Throws: ``KVError/incompatible(_:)``, ``KVError/unavailable(_:)``.
    public func walk(
        _ namespace: KVNamespace,
        prefix: String = "",
        after key: KeyName? = nil,
        limit: Int,
        _ body: (_ key: RawSpan, _ value: RawSpan) -> Void
    ) throws(KVError) -> WalkPage {
        try snapshot.walk(namespace, prefix: prefix, after: key, limit: limit, body)
    }
}
