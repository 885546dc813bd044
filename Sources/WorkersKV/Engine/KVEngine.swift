/// What the store needs of a database: an ordered map of bytes, with consistent reads and durable transactions.
///
/// Keys have 1 to ``KVEngineLimits/keyByteCount`` bytes and are ordered by them, shorter first where one begins with
/// the other. The store sees to it that ``write(_:)`` is called by one thread at a time and groups requests, so an
/// engine need not. Bodies that may fail hand their error out as a value, so that an engine's own errors stay typed.
public protocol KVEngine: Sendable {
    /// Runs the body on a consistent snapshot, which lasts no longer than the call.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` or ``KVError/closed``.
    func read<Result>(_ body: (any KVEngineReader) -> Result) throws(KVError) -> Result

    /// Runs the body in one transaction and returns once what it changed is durable.
    ///
    /// - Throws: what the body throws, or ``KVError/unavailable(_:)``; nothing has changed then.
    func write<Result>(_ body: (any KVEngineWriter) throws(KVError) -> Result) throws(KVError) -> Result

    /// Writes a consistent copy to a new file, while reads and writes go on.
    func copy(toFile path: String) throws(KVError)

    /// How many bytes the data takes on disk.
    func byteCount() throws(KVError) -> Int

    /// Checks that what is written now will be found again: the files still stand where they were opened.
    func checkPresence() throws(KVError)

    /// Does what the engine needs done now and then, such as to let go what killed processes held.
    func maintain() throws(KVError)

    /// Waits for the reads and the write under way, and lets the files go; later calls throw ``KVError/closed``.
    func close()
}

/// What every engine can hold.
public enum KVEngineLimits {
    /// The longest key in bytes: a name of 512 bytes and what the store puts before it.
    public static let keyByteCount = 600
}

/// A consistent snapshot of an engine. Spans that it hands out are valid within the closure only.
public protocol KVEngineReader {
    /// Hands the value of a key to the body without a copy; nil when there is none.
    func withValue<Result>(of key: RawSpan, _ body: (RawSpan?) -> Result) throws(KVError) -> Result

    /// Hands each key of the range and its value to the body, in order, until it returns false.
    func scan(_ range: KVEngineRange, _ body: (_ key: RawSpan, _ value: RawSpan) -> Bool) throws(KVError)
}

/// The one transaction that changes an engine at a time; it sees its own changes.
public protocol KVEngineWriter: KVEngineReader {
    /// Sets the value of a key.
    func put(_ value: RawSpan, for key: RawSpan) throws(KVError)

    /// Removes a key; whether there was one.
    @discardableResult
    func delete(_ key: RawSpan) throws(KVError) -> Bool

    /// Runs the body; when it throws, what it changed is taken back and the rest of the transaction stands.
    func attempt<Result>(_ body: () throws -> Result) throws -> Result
}

/// Keys that begin with a prefix, from a key on.
public struct KVEngineRange: Hashable, Sendable {
    /// What each key begins with.
    public let prefix: [UInt8]

    /// No key before this one.
    public let lowerBound: [UInt8]

    /// Whether the lower bound itself is left out.
    public let isAfterLowerBound: Bool

    /// All keys that begin with the prefix.
    public init(prefix: [UInt8]) {
        self.prefix = prefix
        lowerBound = prefix
        isAfterLowerBound = false
    }

    /// The keys that begin with the prefix and come after the key.
    public init(prefix: [UInt8], after key: [UInt8]) {
        let isWithin = prefix.lexicographicallyPrecedes(key) || prefix == key
        self.prefix = prefix
        lowerBound = isWithin ? key : prefix
        isAfterLowerBound = isWithin
    }
}
