import WorkersKV

/// All that is in the namespace of tokens as a bulk file, chunk by chunk: a JSON array that `wrangler kv bulk put` takes.
///
/// Pairs come in the order of the keys, values to the byte, with expiry and metadata where there are any. A page is read
/// when it is asked for, so whoever writes slowly holds nothing up, and no more than a page is in memory.
public struct BulkExport: AsyncSequence, Sendable {
    /// Some bytes of the file.
    public struct Chunk: Sendable {
        public let bytes: [UInt8]
        /// How many pairs the file has so far.
        public let pairCount: Int
    }

    /// How many pairs are read in one transaction.
    private static let pairsPerPage = 1_000

    public typealias Failure = KVError

    private let registry: TokenRegistry

    init(_ registry: TokenRegistry) {
        self.registry = registry
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(registry) }

    /// Walks the namespace.
    public struct AsyncIterator: AsyncIteratorProtocol {
        public typealias Failure = KVError

        private enum Place {
            case beginning
            case after(KeyName?)
            case end
        }

        private let registry: TokenRegistry
        private var place = Place.beginning
        private var pairCount = 0

        fileprivate init(_ registry: TokenRegistry) {
            self.registry = registry
        }

        /// The next bytes; nil after the last.
        public mutating func next() async throws(KVError) -> Chunk? {
            switch place {
            case .beginning:
                place = .after(nil)
                return Chunk(bytes: Array("[".utf8), pairCount: 0)
            case .after(let key):
                let page = try await registry.pairs(after: key, limit: BulkExport.pairsPerPage)
                var bytes: [UInt8] = []
                for pair in page.pairs {
                    bytes += Array((pairCount == 0 ? "\n" : ",\n").utf8) + pair.json
                    pairCount += 1
                }
                place = if let last = page.last { .after(last) } else { .end }
                if page.last == nil { bytes += Array("\n]\n".utf8) }
                return Chunk(bytes: bytes, pairCount: pairCount)
            case .end: return nil
            }
        }
    }
}

extension TokenRegistry {
    /// All tokens as a bulk file.
    public var export: BulkExport { BulkExport(self) }

    /// Some pairs, and after which key the next ones come; nil when these were the last.
    fileprivate func pairs(
        after cursor: KeyName?,
        limit: Int
    ) async throws(KVError) -> (pairs: [BulkPair], last: KeyName?) {
        try await store.read { [tokens] reader throws(KVError) in
            var names: [KeyName] = []
            let page = try reader.walk(tokens, after: cursor, limit: limit) { key, _ in
                if let name = KeyName(utf8: key) { names.append(name) }
            }
            var pairs: [BulkPair] = []
            for name in names {
                if let entry = try reader.entry(of: name, in: tokens) { pairs.append(BulkPair(name, entry)) }
            }
            return (pairs, page.isComplete ? nil : page.last ?? cursor)
        }
    }
}

extension BulkPair {
    fileprivate init(_ name: KeyName, _ entry: KVEntry) {
        self.init(
            key: name,
            value: entry.value,
            expiration: entry.expiration.map { .at(unixSeconds: $0) },
            metadata: entry.metadata
        )
    }
}
