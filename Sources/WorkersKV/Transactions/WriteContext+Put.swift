import Foundation

extension WriteContext {
    func put(
        _ value: [UInt8],
        _ key: KeyName,
        _ namespace: KVNamespace,
        _ expiration: KVExpiration?,
        _ metadata: KVMetadata?,
        _ charge: KVCharge
    ) throws(KVError) -> KVPutOutcome {
        guard value.count <= KVLimits.valueByteCount else { throw .refused(.valueTooLong(byteCount: value.count)) }
        let expiry = try expirySeconds(of: expiration)
        try checkExists(namespace)
        let isCounted = charge.isCounted && !namespace.isSystem
        let storeKey = StoreKey.entry(key, in: namespace.number)
        let former = try formerRecord(storeKey) { record, bytes in
            let isSame =
                record.expiration == expiry && record.metadata(in: bytes) == metadata
                && bytes.extracting(record.valueOffset..<bytes.byteCount).holdsSameBytes(as: value.span.bytes)
            return (record: record, isSame: isSame)
        }

        let outcome = outcome(former)
        if isCounted {
            // A moment in the future is another clock's: it must not lock the key until then.
            let age = former.map { now.wholeUnixMilliseconds - $0.record.writtenMilliseconds } ?? .max
            guard age < 0 || age >= KVLimits.millisecondsBetweenWrites else { throw .refused(.tooManyRequests) }
            try ledger.charge(.writes, leaving: charge.reserve, demand: PutDemand(outcome), at: now, writer)
        }

        let record = Record.bytes(
            value: value,
            expiration: expiry,
            metadata: metadata,
            writtenMilliseconds: now.wholeUnixMilliseconds
        )
        try writer.put(record, for: storeKey)
        writtenByteCount += record.count
        try moveExpiry(of: key, in: namespace, from: former?.record.expiration, to: expiry)
        try dropNotes(on: key, in: namespace)

        if isCounted { try ledger.tally(at: now, writer) { $0.count(outcome) } }
        return outcome
    }

    func delete(_ key: KeyName, _ namespace: KVNamespace, _ charge: KVCharge) throws(KVError) -> Bool {
        let isCounted = charge.isCounted && !namespace.isSystem
        if isCounted {
            try ledger.charge(.deletes, leaving: charge.reserve, at: now, writer)
            try ledger.tally(at: now, writer) { $0.removed += 1 }
        }
        try dropNotes(on: key, in: namespace)
        return try remove(key, namespace)
    }

    /// Removes an entry and its expiry, uncounted; whether it was there and had not expired.
    func remove(_ key: KeyName, _ namespace: KVNamespace) throws(KVError) -> Bool {
        let storeKey = StoreKey.entry(key, in: namespace.number)
        guard let former = try formerRecord(storeKey, { record, _ in record }) else { return false }
        try writer.delete(storeKey)
        try moveExpiry(of: key, in: namespace, from: former.expiration, to: nil)
        return !former.isExpired(atUnixSeconds: snapshot.unixSeconds)
    }

    private func outcome(_ former: (record: Record, isSame: Bool)?) -> KVPutOutcome {
        guard let former, !former.record.isExpired(atUnixSeconds: snapshot.unixSeconds) else { return .new }
        return former.isSame ? .unchanged : .changed
    }

    private func expirySeconds(of expiration: KVExpiration?) throws(KVError) -> Int? {
        do {
            return try expiration?.unixSeconds(now: now)
        } catch {
            throw .refused(error)
        }
    }

    /// The record under a key, expired or not.
    private func formerRecord<Result>(_ key: [UInt8], _ body: (Record, RawSpan) -> Result) throws(KVError) -> Result? {
        var isLegible = true
        let result = try writer.withValue(of: key.span.bytes) { bytes -> Result? in
            guard let bytes else { return nil }
            guard let record = Record(bytes) else {
                isLegible = false
                return nil
            }
            return body(record, bytes)
        }
        guard isLegible else { throw .illegibleRecord }
        return result
    }

    private func moveExpiry(of key: KeyName, in namespace: KVNamespace, from former: Int?, to next: Int?)
        throws(KVError)
    {
        guard former != next else { return }
        if let former {
            try writer.delete(StoreKey.expiry(at: former, of: key.bytes, in: namespace.number))
        }
        if let next {
            try writer.put([], for: StoreKey.expiry(at: next, of: key.bytes, in: namespace.number))
        }
    }

    private func checkExists(_ namespace: KVNamespace) throws(KVError) {
        guard !namespace.isSystem else { return }
        let key = StoreKey.namespacesByID + Array(namespace.id.utf8)
        guard try writer.withValue(of: key.span.bytes, { $0 != nil }) else {
            throw .unknownNamespace(namespace.id)
        }
    }
}
