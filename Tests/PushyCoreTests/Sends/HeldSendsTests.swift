import APNs
import Foundation
import Testing
import WorkersKV

@testable import PushyCore

@Suite("A message that is held")
struct HeldSendsTests {
    @Test("goes out once its time has come, as the last one of its user and collapse id said it")
    func replacement() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            let first = try await bench.send(["user_id": "me", "body": "1 new", "collapse_id": "inbox", "debounce": 60])
            bench.core.moment.advance(by: 30)
            let second = try await bench.send([
                "user_id": "me", "body": "2 new", "collapse_id": "inbox", "debounce": 60,
            ])
            #expect(first == second)
            try await bench.sends.sendDue()
            #expect(bench.production.deliveries.isEmpty)
            bench.core.moment.advance(by: 30)
            try await bench.sends.sendDue()
            await bench.sends.waitForLateSends()
            #expect(bench.production.bodies == ["2 new"])
            bench.core.moment.advance(by: 600)
            try await bench.sends.sendDue()
            await bench.sends.waitForLateSends()
            #expect(bench.production.deliveries.count == 1)
        }
    }

    @Test("waits no longer than any of those that took its place asked for")
    func earlierTime() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            for seconds in [86_400, 5, 60] {
                let debounce = JSONValue.integer(seconds)
                _ = try await bench.send([
                    "user_id": "me", "body": .string("\(seconds)"), "collapse_id": "a", "debounce": debounce,
                ])
            }
            bench.core.moment.advance(by: 5)
            try await bench.sends.sendDue()
            await bench.sends.waitForLateSends()
            #expect(bench.production.bodies == ["60"])
            bench.core.moment.advance(by: 86_400)
            try await bench.sends.sendDue()
            await bench.sends.waitForLateSends()
            #expect(bench.production.deliveries.count == 1)
        }
    }

    @Test(
        "is tried again a minute later when the store could not be read, as the last one that was held meanwhile says it"
    )
    func unreadable() async throws {
        let budget = KVBudget(plan: .free, overrides: [.reads: 3], enforced: [.reads])
        for later in [nil, "newer"] {
            try await SendBench.run(budget: budget) { bench in
                try await bench.register(1, on: .ios, user: "me")
                _ = try await bench.send(["user_id": "me", "body": "held", "collapse_id": "a", "debounce": 5])
                while (try? await bench.core.store.charge(.reads)) != nil {}
                bench.core.moment.advance(by: 5)
                try await bench.sends.sendDue()
                if let later {
                    _ = try await bench.send([
                        "user_id": "me", "body": .string(later), "collapse_id": "a", "debounce": 5,
                    ])
                }
                await bench.sends.waitForLateSends()
                #expect(bench.production.deliveries.isEmpty)
                bench.core.moment.advance(by: 86_400)
                try await bench.sends.sendDue()
                await bench.sends.waitForLateSends()
                #expect(bench.production.bodies == [later ?? "held"])
            }
        }
    }

    @Test("is another's for each user and each collapse id")
    func slots() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "ann")
            try await bench.register(2, on: .ios, user: "ben")
            for (user, collapse) in [("ann", "a"), ("ann", "b"), ("ben", "a"), ("ann", "a")] {
                _ = try await bench.send([
                    "user_id": .string(user), "body": "Hello", "collapse_id": .string(collapse), "debounce": 5,
                ])
            }
            bench.core.moment.advance(by: 5)
            try await bench.sends.sendDue()
            await bench.sends.waitForLateSends()
            #expect(bench.production.deliveries.count == 3)
        }
    }

    @Test("survives a restart, before its time and while it is being sent")
    func restart() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            _ = try await bench.send(["user_id": "me", "body": "waiting", "collapse_id": "a", "debounce": 60])
            _ = try await bench.send(["user_id": "me", "body": "under way", "collapse_id": "b", "debounce": 5])
            bench.core.moment.advance(by: 5)
            let taken = try await HeldSends(in: bench.core.store).takeDue(at: bench.core.moment.now)
            #expect(taken.count == 1)

            let next = try await bench.anotherProcess()
            try await next.takeUp()
            await next.waitForLateSends()
            #expect(bench.production.bodies == ["under way"])
            bench.core.moment.advance(by: 55)
            try await next.sendDue()
            await next.waitForLateSends()
            #expect(bench.production.bodies == ["under way", "waiting"])
            try await next.takeUp()
            await next.waitForLateSends()
            #expect(bench.production.deliveries.count == 2)
        }
    }

    @Test("is held again, as a message is refused, where the credentials cannot be opened")
    func otherMasterKey() async throws {
        try await ThreeServicesBench.run { bench in
            try await bench.registerOneOfEach()
            let moment = bench.core.moment
            let apps = try await bench.core.sealingApps()
            let channels = AppChannels(of: apps, standard: .failure(.notConfigured("None."))) {
                _,
                topic throws(BroadcastFailure) in
                PushService(topic: topic, production: bench.apns, sandbox: bench.apns)
            }
            let sends = try await Sends(
                in: bench.core.store,
                apps: apps,
                spaces: bench.spaces,
                channels: channels,
                report: { _ in },
                now: { moment.now }
            )
            let failure = await #expect(throws: SendFailure.self) {
                try await sends.send(SendRequest(toUser: ["user_id": "me", "body": "Hello"]), by: bench.caller)
            }
            #expect(failure == .noWayNow(AppFailure.masterKeyOther.description))
            let held = try SendRequest(toUser: ["user_id": "me", "body": "Hello", "debounce": 5])
            _ = try await sends.send(held, by: bench.caller)
            moment.advance(by: 5)
            try await sends.sendDue()
            await sends.waitForLateSends()
            #expect(bench.apns.deliveries.isEmpty)
            moment.advance(by: 60)
            try await bench.sends.sendDue()
            await bench.sends.waitForLateSends()
            #expect(bench.apns.deliveries.count == 3)
        }
    }

    @Test("is forgotten with its app")
    func deletedApp() async throws {
        try await SendBench.run { bench in
            let apps = bench.apps
            let new = try await apps.create(["id": "atlas"])
            let caller = try #require(try await apps.caller(presenting: new.backendKey))
            let request = try SendRequest(toUser: ["user_id": "me", "body": "Hello", "debounce": 5])
            _ = try await bench.sends.send(request, by: caller)
            try await apps.delete(new.app.id)
            bench.core.moment.advance(by: 5)
            try await bench.sends.sendDue()
            await bench.sends.waitForLateSends()
            #expect(try await HeldSends(in: bench.core.store).leftOver().isEmpty)
        }
    }
}
