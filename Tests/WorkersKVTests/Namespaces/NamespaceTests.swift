import Testing

@testable import WorkersKV

@Suite("Namespaces")
struct NamespaceTests {
    @Test("have an id of 32 hexadecimal digits that outlives a new title and a restart")
    func identity() async throws {
        let temporary = try await TemporaryStore()
        let created = try await temporary.store.createNamespace(titled: "tokens")
        #expect(created.id.utf8.count == 32)
        #expect(created.id.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit })

        let renamed = try await temporary.store.renameNamespace(id: created.id, to: "devices")
        try await temporary.reopen()

        #expect(renamed.id == created.id)
        #expect(try await temporary.store.namespaces() == [renamed])
        #expect(try await temporary.store.namespace(id: created.id)?.title == "devices")
        #expect(try await temporary.store.namespace(titled: "devices") == renamed)
    }

    @Test("have titles of 1 to 512 bytes, each once")
    func titles() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let first = try await store.createNamespace(titled: "a")
        _ = try await store.createNamespace(titled: String(repeating: "é", count: 256))
        await #expect(throws: KVError.namespaceExists(title: "a")) { try await store.createNamespace(titled: "a") }
        await #expect(throws: KVError.invalidTitle(byteCount: 0)) { try await store.createNamespace(titled: "") }
        await #expect(throws: KVError.invalidTitle(byteCount: 513)) {
            try await store.createNamespace(titled: String(repeating: "x", count: 513))
        }
        await #expect(throws: KVError.namespaceExists(title: String(repeating: "é", count: 256))) {
            try await store.renameNamespace(id: first.id, to: String(repeating: "é", count: 256))
        }
        #expect(try await store.renameNamespace(id: first.id, to: "a") == first)
    }

    @Test("are opened by title, and created once however many ask at once")
    func openOnce() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await store.namespace(titled: "tokens").id } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
    }

    @Test("that are deleted take their keys along, charge nothing and never come back")
    func deletion() async throws {
        let temporary = try await TemporaryStore()
        let store = try temporary.store
        let binding = try await temporary.binding()
        let namespace = binding.namespace
        try await store.commit { transaction in
            for index in 0..<1200 { try transaction.put([1], for: KeyName("k\(index)"), in: namespace) }
        }

        try await store.deleteNamespace(id: namespace.id)

        #expect(try await store.namespaces().isEmpty)
        await #expect(throws: KVError.unknownNamespace(namespace.id)) { try await binding.put([1], for: KeyName("a")) }
        await #expect(throws: KVError.unknownNamespace(namespace.id)) {
            try await store.deleteNamespace(id: namespace.id)
        }
        #expect(try await temporary.binding().list().keys.isEmpty)
        #expect(try await store.maintain().orphanedKeys == 1200)
        #expect(try await store.usage().spending[.deletes]?.used == 0)
        let left = try store.snapshot { snapshot throws(KVError) in
            try snapshot.reader.keys(in: StoreKey.entries(of: namespace.number), limit: 1)
                + snapshot.reader.keys(in: StoreKey.deletedNamespaces, limit: 1)
        }
        #expect(left.isEmpty)
    }

    @Test("of the service itself are not listed, not counted and not paced")
    func system() async throws {
        let temporary = try await TemporaryStore(budget: KVBudget(plan: .free, overrides: [.writes: 0, .deletes: 0]))
        let store = try temporary.store
        let broadcasts = try await store.systemNamespace(named: "broadcasts")
        try await store.commit { transaction in
            for _ in 0..<10 { try transaction.put([1], for: KeyName("a"), in: broadcasts) }
            try transaction.put([1], for: KeyName("b"), in: broadcasts)
            try transaction.delete(KeyName("b"), in: broadcasts)
        }
        try await temporary.reopen()
        #expect(try await temporary.store.systemNamespace(named: "broadcasts") == broadcasts)
        #expect(try await temporary.store.value(of: KeyName("a"), in: broadcasts) == [1])
        #expect(try await temporary.store.namespaces().isEmpty)
        #expect(try await temporary.store.usage().spending[.writes]?.used == 0)
    }
}
