/// What can be read in a transaction of either kind: entries that have not expired at the transaction's moment.
struct Snapshot {
    let reader: any KVEngineReader
    let unixSeconds: Int

    func withRecord<Result>(
        of key: KeyName,
        in namespace: KVNamespace,
        _ body: (Record, RawSpan) -> Result
    ) throws(KVError) -> Result? {
        var isLegible = true
        let result = try reader.withValue(of: StoreKey.entry(key, in: namespace.number).span.bytes) {
            bytes -> Result? in
            guard let bytes else { return nil }
            guard let record = Record(bytes) else {
                isLegible = false
                return nil
            }
            return record.isExpired(atUnixSeconds: unixSeconds) ? nil : body(record, bytes)
        }
        guard isLegible else { throw .illegibleRecord }
        return result
    }

    func withValue<Result>(
        of key: KeyName,
        in namespace: KVNamespace,
        _ body: (RawSpan) -> Result
    ) throws(KVError) -> Result? {
        try withRecord(of: key, in: namespace) { record, bytes in
            body(bytes.extracting(record.valueOffset..<bytes.byteCount))
        }
    }

    func value(of key: KeyName, in namespace: KVNamespace) throws(KVError) -> [UInt8]? {
        try withRecord(of: key, in: namespace) { record, bytes in
            bytes.extracting(record.valueOffset..<bytes.byteCount).copied()
        }
    }

    func entry(of key: KeyName, in namespace: KVNamespace) throws(KVError) -> KVEntry? {
        try withRecord(of: key, in: namespace) { record, bytes in record.entry(in: bytes) }
    }
}

extension KVError {
    static let illegibleRecord = KVError.incompatible(
        "A record in the store is of a newer format or damaged. Run the newest release, or restore a backup."
    )
}
