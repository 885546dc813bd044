import Testing

@testable import WorkersKV

@Suite("Maintenance")
struct MaintenanceTests {
    @Test("removes what has expired from the disk, long names too, and charges nothing")
    func expiry() async throws {
        let temporary = try await TemporaryStore(budget: KVBudget(overrides: [.writes: 2000, .deletes: 0]))
        let store = try temporary.store
        let binding = try await temporary.binding()
        let namespace = binding.namespace
        let long = String(repeating: "k", count: 508)
        try await store.commit { transaction in
            try transaction.put([1], for: KeyName("kept"), in: namespace)
            for index in 1000..<2200 {
                try transaction.put(
                    [1],
                    for: KeyName(long + "\(index)"),
                    in: namespace,
                    expiration: .after(seconds: 60)
                )
            }
        }
        #expect(try await store.maintain() == KVMaintenance())

        temporary.clock.advance(bySeconds: 60)

        #expect(try await store.maintain().expiredKeys == 1200)
        let left = try store.snapshot { snapshot throws(KVError) in
            let entries = try snapshot.reader.keys(in: StoreKey.entries(of: namespace.number), limit: 10)
            let expiries = try snapshot.reader.keys(in: StoreKey.expiries, limit: 10)
            return (entries, expiries)
        }
        #expect(left.0 == [StoreKey.entry(try KeyName("kept"), in: namespace.number)])
        #expect(left.1.isEmpty)
        let usage = try await store.usage()
        #expect(usage.spending[.writes]?.used == 1201)
        #expect(usage.spending[.deletes]?.used == 0)
    }

    @Test("leaves a key whose expiry was moved or taken off, or that was put anew")
    func movedExpiry() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        for name in ["moved", "off", "anew"] {
            try await binding.put([1], for: KeyName(name), expiration: .after(seconds: 60))
        }
        temporary.clock.advance(bySeconds: 30)
        try await binding.put([1], for: KeyName("moved"), expiration: .after(seconds: 600))
        try await binding.put([1], for: KeyName("off"))
        temporary.clock.advance(bySeconds: 30)
        try await binding.put([1], for: KeyName("anew"))
        #expect(try await temporary.store.maintain().expiredKeys == 0)
        #expect(try await binding.list().keys.count == 3)
        temporary.clock.advance(bySeconds: 600)
        #expect(try await temporary.store.maintain().expiredKeys == 1)
        #expect(try await binding.list().keys.map(\.name.text) == ["anew", "off"])
    }

    @Test("forgets tallies older than 35 days, and keeps 30 days' at least")
    func oldTallies() async throws {
        let temporary = try await TemporaryStore()
        let binding = try await temporary.binding()
        let start = temporary.clock.now
        for day in 0..<40 {
            try await binding.put([1], for: KeyName("k\(day)"))
            temporary.clock.advance(bySeconds: 86_400)
        }
        try await temporary.store.maintain()
        let tallies = try temporary.store.snapshot { snapshot throws(KVError) in
            try snapshot.reader.keys(in: StoreKey.hours, limit: 100)
        }
        #expect((30...35).contains(tallies.count))
        let now = temporary.clock.now
        let written = try await temporary.store.hourTallies(from: start, through: now).reduce(0) { $0 + $1.writes }
        #expect(written == tallies.count)
    }

    @Test("runs by itself when the store is told how often")
    func background() async throws {
        let temporary = try await TemporaryStore()
        let directory = temporary.directory + "/other"
        let clock = temporary.clock
        let store = try await KVStore.open(
            engine: try LMDBEngine(directory: directory, access: .server, mapByteCount: 1 << 30),
            budget: TemporaryStore.unlimited,
            maintenance: .milliseconds(1),
            now: { clock.now }
        )
        let binding = KVBinding(try await store.namespace(titled: "tokens"), of: store)
        try await binding.put([1], for: KeyName("a"), expiration: .after(seconds: 60))
        clock.advance(bySeconds: 60)
        func isSwept() throws -> Bool {
            try store.snapshot { snapshot throws(KVError) in
                try snapshot.reader.keys(in: StoreKey.expiries, limit: 1).isEmpty
            }
        }
        while try !isSwept() { await Task.yield() }
        try await store.close()
    }
}
