import APNs
import Foundation
import Testing
import WorkersKV

@testable import PushyCore

@Suite("An owner's apps")
struct AppsTests {
    @Test("begin with the default one, which stays")
    func standard() async throws {
        try await Bench.run { bench in
            let apps = try await bench.apps()
            #expect(try await apps.all().map(\.id) == [.default])
            await #expect(throws: AppFailure.self) { try await apps.delete(.default) }
            await #expect(throws: AppFailure.exists(.default)) { try await apps.create(["id": "default"]) }
            #expect(try await apps.change(.default, ["name": "Main"]).name == "Main")
            #expect(try await apps.all().map(\.name) == ["Main"])
        }
    }

    @Test("have ids of 1 to 64 characters that need no escaping anywhere")
    func ids() throws {
        for text in ["a", "my-app-2", String(repeating: "x", count: 64)] { #expect(try AppID(text).text == text) }
        for text in ["", "My", "a_b", "a b", "ä", "a/b", String(repeating: "x", count: 65)] {
            #expect(throws: DraftFault.self) { try AppID(text) }
        }
    }

    @Test("are created once, each with two keys of its own that say what they open")
    func creation() async throws {
        try await Bench.run { bench in
            let apps = try await bench.apps()
            let new = try await apps.create(["id": "atlas", "name": "Atlas"])
            #expect(new.backendKey.text.hasPrefix("pg_live_"))
            #expect(new.clientKey.text.hasPrefix("pg_app_"))
            let backend = try await apps.caller(presenting: new.backendKey)
            #expect(backend?.app == new.app.id && backend?.role == .backend)
            #expect(try await apps.caller(presenting: new.clientKey)?.role == .client)
            await #expect(throws: AppFailure.exists(new.app.id)) { try await apps.create(["id": "atlas"]) }
            #expect(try await apps.all().map(\.name) == ["default", "Atlas"])
        }
    }

    @Test("are seen as another process leaves them, though what was read once is not read again")
    func elsewhere() async throws {
        try await Bench.run { bench in
            let (here, there) = (try await bench.apps(), try await bench.apps())
            let new = try await here.create(["id": "atlas", "name": "Atlas"])
            #expect(try await here.app(new.app.id).name == "Atlas")
            #expect(try await here.caller(presenting: new.backendKey)?.role == .backend)
            _ = try await there.change(new.app.id, ["name": "Globe"])
            #expect(try await here.app(new.app.id).name == "Globe")
            let key = try await there.rotateKey(of: new.app.id, for: .backend)
            #expect(try await here.caller(presenting: new.backendKey) == nil)
            #expect(try await here.caller(presenting: key)?.role == .backend)
        }
    }

    @Test("are refused with a field that no app has, or a name that is none")
    func faults() async throws {
        try await Bench.run { bench in
            let apps = try await bench.apps()
            for (fields, field) in [
                ([:], "id"), (["id": 7], "id"), (["id": "a", "nmae": "A"], "nmae"), (["id": "a", "name": ""], "name"),
                (["id": "a", "name": "A\nB"], "name"), (["id": "a", "name": "\u{1b}[2J"], "name"),
                (["id": "a", "name": 1], "name"), (["id": "A"], "id"),
            ] as [(JSONObject, String)] {
                let failure = await #expect(throws: AppFailure.self) { try await apps.create(fields) }
                guard case .fault(let fault) = failure else {
                    Issue.record("\(fields)")
                    continue
                }
                #expect(fault.field == field)
            }
            #expect(try await apps.all().count == 1)
        }
    }

    @Test("keep no key that could be presented, and show none")
    func hashes() async throws {
        try await Bench.run { bench in
            let apps = try await bench.apps()
            let new = try await apps.create(["id": "atlas"])
            let stored = try await bench.everythingStored()
            for key in [new.backendKey.text, new.clientKey.text] {
                #expect(!stored.contains(key))
                #expect(!"\(new)".contains(key))
            }
            #expect(stored.contains(new.backendKey.digest))
        }
    }

    @Test("lose a key with its rotation, and none of the others")
    func rotation() async throws {
        try await Bench.run { bench in
            let apps = try await bench.apps()
            let new = try await apps.create(["id": "atlas"])
            let key = try await apps.rotateKey(of: new.app.id, for: .backend)
            #expect(try await apps.caller(presenting: new.backendKey) == nil)
            #expect(try await apps.caller(presenting: key)?.role == .backend)
            #expect(try await apps.caller(presenting: new.clientKey)?.role == .client)
        }
    }

    @Test("replace the key that is meant, and no other one that came in its place meanwhile")
    func replacement() async throws {
        try await Bench.run { bench in
            let apps = try await bench.apps()
            let new = try await apps.create(["id": "atlas"], by: .command)
            let first = try #require(new.app[key: .backend])
            #expect(first.maker == .command)
            let key = try #require(
                try await apps.replaceKey(named: first.name, of: new.app.id, for: .backend, by: .page)
            )
            for name in [first.name, nil] {
                #expect(try await apps.replaceKey(named: name, of: new.app.id, for: .backend, by: .page) == nil)
            }
            #expect(try await apps.caller(presenting: key)?.role == .backend)
            #expect(try await apps.app(new.app.id)[key: .backend]?.maker == .page)
            #expect(!first.name.contains(new.backendKey.text) && first.name != new.app[key: .client]?.name)
        }
    }

    @Test("give the default one an API key when asked, and leave its client key to the environment")
    func standardKeys() async throws {
        try await Bench.run { bench in
            let apps = try await bench.apps()
            let key = try await apps.rotateKey(of: .default, for: .backend)
            #expect(try await apps.caller(presenting: key)?.app == .default)
            await #expect(throws: AppFailure.self) { try await apps.rotateKey(of: .default, for: .client) }
        }
    }

    @Test("take their keys and devices along when they are deleted, and leave nothing to a new one of the same id")
    func deletion() async throws {
        try await Bench.run { bench in
            let (apps, spaces) = (try await bench.apps(), bench.spaces())
            let new = try await apps.create(["id": "atlas"])
            let space = try await spaces.space(of: new.app)
            _ = try await space.registry.register(.numbered(1), pro: true, environment: nil)
            try await apps.delete(new.app.id)

            #expect(try await apps.caller(presenting: new.backendKey) == nil)
            await #expect(throws: AppFailure.unknown(new.app.id)) { try await apps.app(new.app.id) }
            await #expect(throws: KVError.self) {
                try await space.registry.register(.numbered(2), pro: true, environment: nil)
            }
            let again = try await apps.create(["id": "atlas"])
            #expect(try await spaces.space(of: again.app).registry.counts().all == 0)
        }
    }

    @Test("share no device: the same token of two apps is two devices")
    func namespaces() async throws {
        try await Bench.run { bench in
            let (apps, spaces) = (try await bench.apps(), bench.spaces())
            let first = try await spaces.space(of: apps.create(["id": "one"]).app).registry
            let second = try await spaces.space(of: apps.create(["id": "two"]).app).registry
            _ = try await first.register(.numbered(1), pro: true, environment: .production)
            #expect(try await second.register(.numbered(1), pro: false, environment: .sandbox) == .registered)
            #expect(try await first.record(of: .numbered(1))?.pro == true)
            #expect(try await second.remove(.numbered(1)) == .removed)
            #expect(try await first.counts().all == 1)
            #expect(try await bench.registry.counts().all == 0)
        }
    }

    @Test("share the account's budget")
    func budget() async throws {
        try await Bench.run(budget: KVBudget(plan: .free, overrides: [.writes: 1])) { bench in
            let apps = try await bench.apps()
            let registry = try await bench.spaces().space(of: apps.create(["id": "one"]).app).registry
            try await bench.register(1)
            await #expect(throws: KVError.self) {
                try await registry.register(.numbered(1), pro: true, environment: nil)
            }
        }
    }
}

extension Bench {
    /// The apps of this store.
    func apps() async throws -> Apps {
        let moment = moment
        return try await Apps(in: store, now: { moment.now })
    }

    /// The spaces of this store's apps.
    func spaces() -> AppSpaces {
        let moment = moment
        return AppSpaces(in: store, standard: registry, now: { moment.now })
    }
}
