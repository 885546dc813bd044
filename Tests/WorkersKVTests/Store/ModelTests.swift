import Testing

@testable import WorkersKV

@Suite("Against a plain model in memory")
struct ModelTests {
    @Test("hundreds of thousands of random operations, with reopenings between, differ in nothing", arguments: [1, 2])
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let temporary = try await TemporaryStore()
        var model = Model(now: temporary.clock.now.wholeUnixSeconds)
        for round in 0..<100 {
            let operations = (0..<1250).map { _ in Operation.random(using: &random) }
            let tokens = try await temporary.store.namespace(titled: round % 2 == 0 ? "even" : "odd")
            let found = try await temporary.store.commit { transaction in
                try operations.map { operation in try operation.perform(in: transaction, tokens) }
            }
            let expected = operations.map { model.perform($0, in: tokens.title) }
            #expect(found == expected)

            temporary.clock.advance(bySeconds: Double(random.next() % 40))
            model.now = temporary.clock.now.wholeUnixSeconds
            if random.next() % 4 == 0 { try await temporary.store.maintain() }
            if random.next() % 10 == 0 { try await temporary.reopen() }
            try await compare(temporary, model, tokens, &random)
        }
    }

    private func compare(
        _ temporary: TemporaryStore,
        _ model: Model,
        _ tokens: KVNamespace,
        _ random: inout SeededGenerator
    ) async throws {
        let prefix = Operation.randomName(using: &random).text.unicodeScalars.prefix(Int(random.next() % 3))
        var found: [KVListedKey] = []
        var cursor: ListCursor?
        repeat {
            let page = try await KVBinding(tokens, of: try temporary.store).list(
                prefix: String(String.UnicodeScalarView(prefix)),
                limit: Int(random.next() % 300) + 1,
                cursor: cursor
            )
            found += page.keys
            cursor = page.cursor
        } while cursor != nil
        #expect(found == model.list(in: tokens.title, prefix: String(String.UnicodeScalarView(prefix))))
    }
}

/// What the store should hold: a dictionary, and nothing clever.
private struct Model {
    var now: Int
    private var entries: [String: [KeyName: KVEntry]] = [:]

    init(now: Int) {
        self.now = now
    }

    mutating func perform(_ operation: Operation, in title: String) -> Operation.Answer {
        let former = entries[title]?[operation.key].flatMap { isLive($0) ? $0 : nil }
        switch operation.kind {
        case .get: return .got(former)
        case .delete:
            entries[title]?[operation.key] = nil
            return .deleted(former != nil)
        case .put(let value, let ttl, let metadata):
            let entry = KVEntry(value: value, metadata: metadata, expiration: ttl.map { now + $0 })
            entries[title, default: [:]][operation.key] = entry
            return .put(former.map { $0 == entry ? .unchanged : .changed } ?? .new)
        }
    }

    func list(in title: String, prefix: String) -> [KVListedKey] {
        let listed = (entries[title] ?? [:]).filter { $0.key.text.utf8.starts(with: prefix.utf8) && isLive($0.value) }
        return listed.map { KVListedKey(name: $0.key, expiration: $0.value.expiration, metadata: $0.value.metadata) }
            .sorted { $0.name < $1.name }
    }

    private func isLive(_ entry: KVEntry) -> Bool {
        entry.expiration.map { $0 > now } ?? true
    }
}

private struct Operation {
    enum Kind {
        case get
        case put([UInt8], ttl: Int?, KVMetadata?)
        case delete
    }

    enum Answer: Equatable {
        case got(KVEntry?)
        case put(KVPutOutcome)
        case deleted(Bool)
    }

    let key: KeyName
    let kind: Kind

    func perform(in transaction: borrowing KVWriteTransaction, _ namespace: KVNamespace) throws -> Answer {
        switch kind {
        case .get: return .got(try transaction.entry(of: key, in: namespace))
        case .delete: return .deleted(try transaction.delete(key, in: namespace))
        case .put(let value, let ttl, let metadata):
            let expiration = ttl.map { KVExpiration.after(seconds: $0) }
            return .put(
                try transaction.put(
                    value,
                    for: key,
                    in: namespace,
                    expiration: expiration,
                    metadata: metadata,
                    charge: .exempt
                )
            )
        }
    }

    static func random(using random: inout SeededGenerator) -> Operation {
        let key = randomName(using: &random)
        switch random.next() % 10 {
        case 0..<4: return Operation(key: key, kind: .get)
        case 4..<6: return Operation(key: key, kind: .delete)
        default:
            let ttl = random.next() % 3 == 0 ? 60 + Int(random.next() % 600) : nil
            let length = random.next() % 50 == 0 ? Int(random.next() % 20_000) : Int(random.next() % 40)
            let value = [UInt8](repeating: UInt8(random.next() % 256), count: length)
            let metadata = random.next() % 3 == 0 ? try? KVMetadata(json: [UInt8]("\(random.next() % 9)")) : nil
            return Operation(key: key, kind: .put(value, ttl: ttl, metadata))
        }
    }

    /// Names that collide often: short ones of few letters, and long ones that share all but their last bytes.
    static func randomName(using random: inout SeededGenerator) -> KeyName {
        let alphabet = ["a", "b", "\\", "%", "é", "e\u{301}", "鍵", "\0"]
        var text = random.next() % 4 == 0 ? String(repeating: "k", count: 500 + 4 * Int(random.next() % 2)) : ""
        for _ in 0...random.next() % 3 { text += alphabet[Int(random.next() % 8)] }
        guard let name = try? KeyName(text) else { return randomName(using: &random) }
        return name
    }
}

/// The same numbers for the same seed, so that a difference that was found is found again (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
