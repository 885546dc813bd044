/// How an entry lies in the engine: a small header, then the value as it came.
///
/// | bytes | |
/// |---|---|
/// | 1 | version, 1 |
/// | 1 | what follows: 1 an expiry, 2 metadata |
/// | 8 | when it was written, milliseconds since 1970, big-endian as all numbers here |
/// | 8 | its expiry in seconds since 1970, if it has one |
/// | 2 + n | its metadata's length and JSON, if it has any |
/// | the rest | the value |
///
/// Expiry and metadata stand first, so that a list does not touch the pages of a long value.
struct Record {
    let writtenMilliseconds: Int
    let expiration: Int?
    let metadata: Range<Int>?
    let valueOffset: Int

    /// Reads the header; nil when the bytes are no record of this version.
    init?(_ bytes: RawSpan) {
        guard let version = UInt8(bigEndianBytes: bytes), version == Self.version,
            let parts = UInt8(bigEndianBytes: bytes, at: 1),
            let written = UInt64(bigEndianBytes: bytes, at: 2)
        else { return nil }
        var offset = 10
        var expiration: Int?
        var metadata: Range<Int>?
        if parts & Self.expirationPart != 0 {
            guard let seconds = UInt64(bigEndianBytes: bytes, at: offset) else { return nil }
            expiration = Int(clamping: seconds)
            offset += 8
        }
        if parts & Self.metadataPart != 0 {
            guard let count = UInt16(bigEndianBytes: bytes, at: offset) else { return nil }
            metadata = offset + 2..<offset + 2 + Int(count)
            offset += 2 + Int(count)
        }
        guard offset <= bytes.byteCount else { return nil }
        self.expiration = expiration
        self.metadata = metadata
        writtenMilliseconds = Int(clamping: written)
        valueOffset = offset
    }

    /// Whether it has vanished: at the very second of its expiry it has.
    func isExpired(atUnixSeconds now: Int) -> Bool {
        guard let expiration else { return false }
        return expiration <= now
    }

    /// Lays an entry out as bytes.
    static func bytes(
        value: [UInt8],
        expiration: Int?,
        metadata: KVMetadata?,
        writtenMilliseconds: Int
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(value.count + (metadata?.json.count ?? 0) + 20)
        bytes.append(version)
        bytes.append((expiration == nil ? 0 : expirationPart) | (metadata == nil ? 0 : metadataPart))
        bytes.append(contentsOf: UInt64(clamping: writtenMilliseconds).bigEndianBytes)
        if let expiration { bytes.append(contentsOf: UInt64(clamping: expiration).bigEndianBytes) }
        if let metadata {
            bytes.append(contentsOf: UInt16(clamping: metadata.json.count).bigEndianBytes)
            bytes.append(contentsOf: metadata.json)
        }
        bytes.append(contentsOf: value)
        return bytes
    }

    private static let version: UInt8 = 1
    private static let expirationPart: UInt8 = 1
    private static let metadataPart: UInt8 = 2
}

extension Record {
    /// The metadata in the bytes that the record was read from.
    func metadata(in bytes: RawSpan) -> KVMetadata? {
        metadata.map { range in KVMetadata(stored: bytes.extracting(range).copied()) }
    }

    /// The whole entry, copied.
    func entry(in bytes: RawSpan) -> KVEntry {
        let value = bytes.extracting(valueOffset..<bytes.byteCount).copied()
        return KVEntry(value: value, metadata: metadata(in: bytes), expiration: expiration)
    }
}

extension RawSpan {
    /// The bytes in memory of their own.
    func copied() -> [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    /// Whether two spans hold the same bytes.
    func holdsSameBytes(as other: RawSpan) -> Bool {
        withUnsafeBytes { left in other.withUnsafeBytes { right in left.order(against: right) == 0 } }
    }
}
