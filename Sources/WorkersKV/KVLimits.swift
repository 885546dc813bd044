/// The sizes and counts at which Workers KV says no.
///
/// Source: Workers KV, platform limits.
public enum KVLimits {
    /// The longest value, in bytes: 25 MiB.
    public static let valueByteCount = 26_214_400

    /// The longest metadata, in bytes of JSON without blanks between its parts.
    public static let metadataByteCount = 1024

    /// How far ahead an expiry must lie at least, in seconds.
    public static let secondsUntilExpiration = 60

    /// The most keys that one list answers, and its default.
    public static let listedKeys = 1000

    /// The most keys that one bulk get takes.
    public static let keysInBulkGet = 100

    /// The most bytes of values that one bulk get answers: 25 MiB.
    public static let bulkGetByteCount = 26_214_400

    /// The time within which a key may be written once, in milliseconds.
    public static let millisecondsBetweenWrites = 1000
}
