import Testing

@testable import WorkersKV

@Suite("A commit")
struct CommitTests {
    @Test("is there after the store is opened anew")
    func durability() async throws {
        let temporary = try await TemporaryStore()
        let tokens = try await temporary.store.namespace(titled: "tokens")
        let key = try KeyName("a")
        try await temporary.store.commit { transaction in
            try transaction.put([1, 2, 3], for: key, in: tokens)
        }

        try await temporary.reopen()

        #expect(try await temporary.store.namespace(titled: "tokens") == tokens)
        #expect(try await temporary.store.value(of: key, in: tokens) == [1, 2, 3])
    }

    @Test("sees its own changes")
    func ownChanges() async throws {
        let temporary = try await TemporaryStore()
        let tokens = try await temporary.store.namespace(titled: "tokens")
        let key = try KeyName("a")
        let seen = try await temporary.store.commit { transaction in
            try transaction.put([1], for: key, in: tokens)
            return try transaction.value(of: key, in: tokens)
        }
        #expect(seen == [1])
    }

    @Test("whose body throws leaves nothing behind, while the others in the same flush stand")
    func throwing() async throws {
        struct Stop: Error {}
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let tokens = try await store.namespace(titled: "tokens")
        try await store.commit { try $0.put([0], for: KeyName("kept"), in: tokens) }
        temporary.clock.advance(bySeconds: 2)

        await withTaskGroup(of: Void.self) { group in
            for index in 0..<64 {
                group.addTask {
                    try? await store.commit { transaction in
                        try transaction.put([1], for: KeyName("n\(index)"), in: tokens)
                        if index % 2 == 1 {
                            try transaction.put([1], for: KeyName("kept"), in: tokens, charge: .exempt)
                            try transaction.delete(KeyName("n0"), in: tokens)
                            throw Stop()
                        }
                    }
                }
            }
        }

        let names = try await KVBinding(tokens, of: store).list().keys.map(\.name.text)
        #expect(Set(names) == Set(["kept"] + stride(from: 0, to: 64, by: 2).map { "n\($0)" }))
        let kept = try KeyName("kept")
        #expect(
            try await store.value(of: kept, in: tokens) == [0]
        )
        #expect(try await store.usage().spending[.writes]?.used == 33)
    }
}
