extension KVEngineReader {
    /// Reads the value of a key; nil when there is none, or the body finds nothing in it.
    func decode<Result>(_ key: [UInt8], _ body: (RawSpan) -> Result?) throws(KVError) -> Result? {
        try withValue(of: key.span.bytes) { bytes in
            guard let bytes else { return nil }
            return body(bytes)
        }
    }
}

extension KVEngineWriter {
    func put(_ value: [UInt8], for key: [UInt8]) throws(KVError) {
        try put(value.span.bytes, for: key.span.bytes)
    }

    @discardableResult
    func delete(_ key: [UInt8]) throws(KVError) -> Bool {
        try delete(key.span.bytes)
    }
}
