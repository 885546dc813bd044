/// What is stored under a key.
public struct KVEntry: Hashable, Sendable {
    /// The value's bytes.
    public let value: [UInt8]

    /// The JSON beside it, if any.
    public let metadata: KVMetadata?

    /// When it vanishes, in seconds since the beginning of 1970; nil is never.
    public let expiration: Int?
}

/// What a list says of a key; its value is not read for it.
public struct KVListedKey: Hashable, Sendable {
    /// The key.
    public let name: KeyName

    /// When it vanishes, in seconds since the beginning of 1970; nil is never.
    public let expiration: Int?

    /// The JSON beside its value, if any.
    public let metadata: KVMetadata?
}
