import Testing

@testable import WorkersKV

@Suite("A note on a key of another namespace")
struct NoteTests {
    /// A store with a key, and with a note on it and on another.
    private func noted(
        budget: KVBudget = TemporaryStore.unlimited
    ) async throws -> (store: TemporaryStore, subject: KVBinding, notes: KVNamespace) {
        let temporary = try await TemporaryStore(budget: budget)
        let subject = try await temporary.binding()
        let notes = try await temporary.store.systemNamespace(named: "notes", notingOn: subject.namespace)
        try await temporary.store.commit { transaction in
            try transaction.put([1], for: KeyName("key"), in: subject.namespace, charge: .exempt)
            try transaction.put([2], for: KeyName("key"), in: notes, expiration: .after(seconds: 90))
            try transaction.put([2], for: KeyName("other"), in: notes)
        }
        temporary.clock.advance(bySeconds: 2)
        return (temporary, subject, notes)
    }

    @Test("goes with the next put or delete of its key, and no other does", arguments: [true, false])
    func dropped(puts: Bool) async throws {
        let (temporary, subject, notes) = try await noted()
        let store = try temporary.store
        #expect(try await store.value(of: KeyName("key"), in: notes) == [2])
        if puts { try await subject.put([1], for: KeyName("key")) } else { try await subject.delete(KeyName("key")) }
        #expect(try await store.value(of: KeyName("key"), in: notes) == nil)
        #expect(try await store.value(of: KeyName("other"), in: notes) == [2])
    }

    @Test("goes for whoever opens the store next and knows nothing of notes")
    func persistent() async throws {
        let (temporary, _, notes) = try await noted()
        try await temporary.reopen()
        try await temporary.binding().put([3], for: KeyName("key"))
        #expect(try await temporary.store.value(of: KeyName("key"), in: notes) == nil)
    }

    @Test("stays when the put or the delete is refused, and when another namespace's key of that name is written")
    func stays() async throws {
        let (temporary, subject, notes) = try await noted(budget: KVBudget(overrides: [.writes: 1, .deletes: 0]))
        try await temporary.binding("another").put([1], for: KeyName("key"))
        await #expect(throws: KVError.self) { try await subject.put([1], for: KeyName("key")) }
        await #expect(throws: KVError.self) { try await subject.delete(KeyName("key")) }
        #expect(try await temporary.store.value(of: KeyName("key"), in: notes) == [2])
    }

    @Test("that is made again is not taken away by the expiry of the former one")
    func expiry() async throws {
        let (temporary, subject, notes) = try await noted()
        try await subject.put([1], for: KeyName("key"))
        let store = try temporary.store
        try await store.commit { transaction in try transaction.put([4], for: KeyName("key"), in: notes) }
        temporary.clock.advance(bySeconds: 100)
        try await store.maintain()
        #expect(try await store.value(of: KeyName("key"), in: notes) == [4])
    }
}
