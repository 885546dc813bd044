import APNs
import Foundation
import ServiceStandIns
import Testing
import WorkersKV

@testable import PushyCore

@Suite("A broadcast to every service")
struct EverywhereTests {
    @Test("reaches each device by its own service and environment, and is one entry of the app's log")
    func everywhere() async throws {
        try await ThreeServicesBench.run { bench in
            try await bench.registerOneOfEach()
            let broadcasts = try await bench.broadcasts()
            let draft = try bench.draft(["title": "Hello", "url": "https://example.com/"])
            #expect(try await broadcasts.reach(of: draft).recipients == 5)
            let done = try await broadcasts.send(draft)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 5)
            #expect(bench.fcmTokens == [ThreeServicesBench.text(.numbered(3))])
            #expect(bench.push.deliveries.map(\.name) == ["firefox"])
            #expect(bench.apns.deliveries.count == 3)
            let tag = bench.fcm.messages.last?["message"]?["android"]?["notification"]?["tag"]
            #expect(tag == .string(done.id.text))
            let entries = try await bench.space.log.page(after: nil, limit: 10).entries
            #expect(entries.map(\.id) == [done.id.text])
            #expect(entries.first?.json(of: done)["sent"] == 5)
        }
    }

    @Test(
        "goes to the platforms that it names, and to no others",
        arguments: [["ios"], ["android", "web"], ["macos"]]
    )
    func platforms(names: [String]) async throws {
        try await ThreeServicesBench.run { bench in
            try await bench.registerOneOfEach()
            let broadcasts = try await bench.broadcasts()
            let draft = try bench.draft(["title": "Hello", "platform": .array(names.map(JSONValue.string))])
            let reach = try await broadcasts.reach(of: draft)
            let done = try await broadcasts.send(draft)
            #expect(done.tally.accepted == reach.recipients)
            #expect(bench.apns.deliveries.count == (names == ["ios"] ? 2 : names == ["macos"] ? 1 : 0))
            #expect(bench.fcm.messages.count == (names.contains("android") ? 1 : 0))
            #expect(bench.push.deliveries.count == (names.contains("web") ? 1 : 0))
        }
    }

    @Test("removes the dead ones of each service, and keeps who is refused or cannot be reached")
    func deadOnes() async throws {
        try await ThreeServicesBench.run { bench in
            for number in 10..<16 {
                _ = try await bench.register(["platform": "android", "device_token": .numbered(number)])
            }
            let browsers = [
                try await bench.registerBrowser("firefox"), try await bench.registerBrowser("chrome"),
                try await bench.registerBrowser("edge"),
            ]
            bench.core.moment.advance(by: 60)
            for (number, fault) in [
                (10, FCMFault.unregistered), (11, .badPayload), (12, .unavailable), (13, .quotaExceeded),
            ] {
                bench.fcm.fail(ThreeServicesBench.text(.numbered(number)), fault)
            }
            bench.push.fail("firefox", .answer(410))
            bench.push.fail("chrome", .answer(503))
            let broadcasts = try await bench.broadcasts(clock: SteppedClock())
            let tally = try await broadcasts.send(bench.draft(["title": "Hello"])).tally
            #expect((tally.accepted, tally.removed) == (3, 2))
            #expect(tally.rejected == ["INVALID_ARGUMENT": 1])
            #expect(tally.failed == ["UNAVAILABLE": 1, "QUOTA_EXCEEDED": 1, "HTTP 503": 1])
            #expect(try await bench.space.devices.device(browsers[0]) == nil)
            #expect(try await bench.space.devices.counts().all() == 7)
        }
    }

    @Test("tries again whom a service could not serve, until it can")
    func late() async throws {
        try await ThreeServicesBench.run { bench in
            let token = ThreeServicesBench.text(.numbered(3))
            _ = try await bench.register(["platform": "android", "device_token": .numbered(3)])
            _ = try await bench.register(["platform": "android", "device_token": .numbered(4)])
            bench.fcm.fail(token, .unavailable, times: 1)
            let done = try await bench.broadcasts(clock: SteppedClock()).send(bench.draft(["title": "Hello"]))
            #expect(done.tally.accepted == 2)
            #expect(bench.fcmTokens.filter { $0 == token }.count == 2)
        }
    }

    @Test("stops with the mend when Google no longer accepts the account, deletes nothing, and goes on where it was")
    func refused() async throws {
        try await ThreeServicesBench.run { bench in
            try await bench.registerOneOfEach()
            bench.core.moment.advance(by: 60)
            bench.push.fail("firefox", .answer(410))
            bench.fcm.answerTokenRequests(.json(400, #"{"error":"invalid_grant"}"#))
            let broadcasts = try await bench.broadcasts()
            let stopped = try await broadcasts.send(bench.draft(["title": "Hello"]))
            #expect(stopped.state == .stopped)
            #expect(stopped.why?.contains("service account") == true)
            #expect(stopped.tally.accepted == 3)
            #expect(try await bench.space.devices.counts().all() == 5)
            bench.fcm.answerTokenRequests(nil)
            // The same key once more is a new account to the server.
            _ = try await bench.apps.change(bench.app.id, ["fcm": ["service_account": bench.fcm.account]])
            _ = try await broadcasts.resume(stopped.id)
            let done = try await broadcasts.outcome(of: stopped.id)
            #expect(done.state == .done)
            #expect((done.tally.accepted, done.tally.removed) == (4, 1))
            #expect(bench.apns.deliveries.count == 3)
        }
    }

    @Test("stops and deletes nothing when browsers' services refuse the identity")
    func refusedIdentity() async throws {
        try await ThreeServicesBench.run { bench in
            for name in ["firefox", "chrome"] {
                _ = try await bench.registerBrowser(name)
                bench.push.fail(name, .answer(403))
            }
            let stopped = try await bench.broadcasts().send(bench.draft(["title": "Hello"]))
            #expect(stopped.state == .stopped)
            #expect(stopped.why?.contains("VAPID") == true)
            #expect(stopped.unsettled.rejected == ["HTTP 403": 2])
            #expect(try await bench.space.devices.counts().all() == 2)
        }
    }

    @Test("stops when a service begins to refuse the app, and sends afterwards to those alone who were refused")
    func refusedMidway() async throws {
        try await ThreeServicesBench.run { bench in
            let tokens = (0..<30).map { ThreeServicesBench.text(.numbered(100 + $0)) }
            for token in tokens {
                _ = try await bench.register(["platform": "android", "device_token": .string(token)])
            }
            for token in tokens.prefix(25) { bench.fcm.fail(token, .permissionDenied) }
            let broadcasts = try await bench.broadcasts()
            let stopped = try await broadcasts.send(bench.draft(["title": "Hello"]))
            #expect(stopped.state == .stopped)
            #expect(stopped.tally.accepted == 5)
            #expect(stopped.unsettled.rejected == ["PERMISSION_DENIED": 25])
            for token in tokens { bench.fcm.fail(token, nil) }
            _ = try await broadcasts.resume(stopped.id)
            #expect(try await broadcasts.outcome(of: stopped.id).tally.accepted == 30)
            for (place, token) in tokens.enumerated() {
                #expect(bench.fcmTokens.filter { $0 == token }.count == (place < 25 ? 2 : 1))
            }
        }
    }

    @Test("stops when a service breaks off with everybody, and sends to them once more when it is resumed")
    func silence() async throws {
        try await ThreeServicesBench.run { bench in
            let tokens = (0..<20).map { ThreeServicesBench.text(.numbered(100 + $0)) }
            for token in tokens {
                _ = try await bench.register(["platform": "android", "device_token": .string(token)])
                bench.fcm.fail(token, .cut)
            }
            let broadcasts = try await bench.broadcasts()
            let stopped = try await broadcasts.send(bench.draft(["title": "Hello"]))
            #expect(stopped.state == .stopped)
            #expect(stopped.tally.total == 0)
            #expect(stopped.unsettled.total == 20)
            for token in tokens { bench.fcm.fail(token, nil) }
            _ = try await broadcasts.resume(stopped.id)
            #expect(try await broadcasts.outcome(of: stopped.id).tally.accepted == 20)
        }
    }

    @Test("keeps a dead device for later whose deletion the budget refuses, and passes over it from then on")
    func pending() async throws {
        let budget = KVBudget(plan: .free, overrides: [.deletes: 0])
        try await ThreeServicesBench.run(budget: budget) { bench in
            _ = try await bench.register(["platform": "android", "device_token": .numbered(3)])
            _ = try await bench.register(["platform": "android", "device_token": .numbered(4)])
            bench.core.moment.advance(by: 60)
            bench.fcm.fail(ThreeServicesBench.text(.numbered(3)), .unregistered)
            let broadcasts = try await bench.broadcasts()
            let draft = try bench.draft(["title": "Hello"])
            let tally = try await broadcasts.send(draft).tally
            #expect((tally.accepted, tally.pending) == (1, 1))
            #expect(try await broadcasts.reach(of: draft).recipients == 1)
            #expect(try await broadcasts.send(draft).tally.accepted == 1)
            #expect(bench.fcm.messages.count == 3)
        }
    }

    @Test("waits while FCM serves nobody, and goes on by itself")
    func outage() async throws {
        try await ThreeServicesBench.run { bench in
            let token = ThreeServicesBench.text(.numbered(3))
            _ = try await bench.register(["platform": "android", "device_token": .numbered(3)])
            bench.fcm.fail(token, .unavailable)
            let broadcasts = try await bench.broadcasts(clock: SteppedClock())
            let paused = try await broadcasts.send(bench.draft(["title": "Hello"]))
            #expect(paused.state == .paused)
            #expect(paused.why?.contains("FCM") == true)
            bench.fcm.fail(token, nil)
            bench.core.moment.advance(by: Broadcast.retryInterval)
            await broadcasts.advance()
            for await broadcast in try await broadcasts.updates(of: paused.id) where broadcast.state == .done {
                #expect(broadcast.tally.accepted == 1)
            }
        }
    }

    @Test("is refused at once where a service has devices and the app no way to it, or does not take the message")
    func missing() async throws {
        try await ThreeServicesBench.run { bench in
            try await bench.registerOneOfEach()
            let broadcasts = try await bench.broadcasts()
            let long = String(repeating: "x", count: 5_000)
            await #expect(throws: BroadcastFailure.self) {
                try await broadcasts.create(bench.draft(["title": .string(long)]))
            }
            _ = try await bench.apps.change(bench.app.id, ["fcm": nil])
            let draft = try bench.draft(["title": "Hello"])
            let failure = await #expect(throws: BroadcastFailure.self) { try await broadcasts.create(draft) }
            #expect(failure?.description.contains("FCM") == true)
            let preview = JSONValue.object(try await broadcasts.preview(of: draft))
            #expect(preview["platforms"] == ["ios": 2, "macos": 1, "android": 1, "web": 1])
            #expect(preview["problems"]?["fcm"] != nil)
            #expect(preview["payloads"]?["web"]?["notification"]?["title"] == "Hello")
            let rest = try bench.draft(["title": "Hello", "platform": ["ios", "macos", "web"]])
            #expect(try await broadcasts.send(rest).tally.accepted == 4)
        }
    }

    @Test("knows an idempotency key again, each app its own")
    func idempotency() async throws {
        try await ThreeServicesBench.run { bench in
            try await bench.registerOneOfEach()
            let broadcasts = try await bench.broadcasts()
            let key = try IdempotencyKey("once")
            _ = try await bench.apps.create(["id": "other"])
            let first = try await broadcasts.create(bench.draft(["title": "Hello"]), idempotencyKey: key)
            let again = try await broadcasts.create(bench.draft(["title": "Hello"]), idempotencyKey: key)
            #expect(again.id == first.id)
            await #expect(throws: BroadcastFailure.idempotencyKeyTaken(first.id)) {
                try await broadcasts.create(bench.draft(["title": "Bye"]), idempotencyKey: key)
            }
            let other = try Draft(toAllOf: AppID("other"), ["title": "Hello"], at: bench.core.moment.now)
            #expect(try await broadcasts.create(other, idempotencyKey: key).id != first.id)
            _ = try await broadcasts.outcome(of: first.id)
        }
    }
}
