import APNs
import CoreTestSupport
import Foundation
import Synchronization
import Testing
import WorkersKV

@testable import PushyCore

@Suite("A message to a user")
struct SendsTests {
    @Test("goes to all devices, each in the environment that it is registered for")
    func fanOut() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            try await bench.register(2, on: .macos, user: "me", environment: "sandbox")
            try await bench.register(3, on: .ios, user: "you")
            let report = try await bench.send(["user_id": "me", "title": "Inbox", "body": "3 new"])
            #expect(report["sent"] == 2)
            #expect(bench.production.deliveries.map(\.token) == [try .numbered(1)])
            #expect(bench.sandbox.deliveries.map(\.token) == [try .numbered(2)])
            let nobody = try await bench.send(["user_id": "them", "title": "Inbox"])
            #expect(nobody["sent"] == 0)
            #expect(nobody["results"] == [])
        }
    }

    @Test("deletes a device that is gone, says so, and does not try it again")
    func gone() async throws {
        let script: Script = {
            $0.token.hex.hasSuffix("1") ? .gone(reason: "Unregistered", since: .distantFuture) : .accepted
        }
        try await SendBench.run(production: script) { bench in
            let dead = try await bench.register(1, on: .ios, user: "me")
            try await bench.register(2, on: .ios, user: "me")
            bench.core.moment.advance(by: 60)
            let report = try await bench.send(["user_id": "me", "body": "Hello"])
            #expect(report["sent"] == 1)
            #expect(report["invalid_token"] == 1)
            let result = try #require(report.results.first { $0["device_id"] == .string(dead.text) })
            #expect(result["status"] == "invalid_token")
            #expect(result["reason"] == "Unregistered")
            #expect(try await bench.devices.device(dead) == nil)
            #expect(try await bench.send(["user_id": "me", "body": "Hello"])["invalid_token"] == 0)
        }
    }

    @Test("keeps a device that registered again since it was gone, and one that APNs refuses for another reason")
    func kept() async throws {
        let script: Script = { delivery in
            delivery.token.hex.hasSuffix("1")
                ? .gone(reason: "Unregistered", since: .distantPast) : .rejected(status: 400, reason: "BadDeviceToken")
        }
        try await SendBench.run(production: script) { bench in
            for number in 1...2 { try await bench.register(number, on: .ios, user: "me") }
            let report = try await bench.send(["user_id": "me", "body": "Hello"])
            #expect(report["failed"] == 2)
            #expect(report["invalid_token"] == 0)
            #expect(try await bench.devices.devices(of: UserID("me")).count == 2)
        }
    }

    @Test("leaves a deletion that the budget refuses for later, and the device alone until then")
    func pending() async throws {
        let script: Script = { _ in .gone(reason: "Unregistered", since: .distantFuture) }
        let budget = KVBudget(plan: .free, overrides: [.deletes: 0])
        try await SendBench.run(budget: budget, production: script) { bench in
            try await bench.register(1, on: .ios, user: "me")
            bench.core.moment.advance(by: 60)
            #expect(try await bench.send(["user_id": "me", "body": "Hello"])["invalid_token"] == 1)
            #expect(try await bench.send(["user_id": "me", "body": "Hello"])["results"] == [])
            #expect(bench.production.deliveries.count == 1)
        }
    }

    @Test("says what an app lacks for a device, and reaches the others")
    func missingCredentials() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            try await bench.register(2, on: .android, user: "me")
            let report = try await bench.send(["user_id": "me", "body": "Hello"])
            #expect(report["sent"] == 1)
            let result = try #require(report.results.first { $0["platform"] == "android" })
            #expect(result["status"] == "failed")
            #expect(result["reason"] == "The app default has no credentials for FCM.")
        }
    }

    @Test("may be for one device alone, which must be there")
    func oneDevice() async throws {
        try await SendBench.run { bench in
            let id = try await bench.register(1, on: .ios, user: "me")
            try await bench.register(2, on: .ios, user: "me")
            let request = try SendRequest(toDevice: ["device_id": .string(id.text), "body": "Hello"])
            #expect(try await bench.sends.send(request, by: bench.caller).json["sent"] == 1)
            #expect(try await bench.devices.remove(id) == .removed)
            await #expect(throws: SendFailure.unknownDevice(id)) {
                try await bench.sends.send(request, by: bench.caller)
            }
        }
    }

    @Test("is only looked at in a dry run")
    func dryRun() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            let preview = try await bench.send(["user_id": "me", "title": "Hi", "dry_run": true])
            #expect(preview.results.map { $0["status"] } == ["would_send"])
            #expect(JSONValue.object(preview)["payloads"]?["apns"]?["aps"]?["alert"]?["title"] == "Hi")
            #expect(bench.production.deliveries.isEmpty)
            #expect(try await bench.space.log.page(after: nil, limit: 10).entries.isEmpty)
        }
    }

    @Test(
        "is refused while as many of its app are under way as may be, and may be asked for again with the same key",
        .timeLimit(.minutes(5))
    )
    func tooMany() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            let gate = Gate()
            let channel = GatedChannel(gate)
            let sends = try await bench.sends(atOnce: 1, to: channel)
            let request = try SendRequest(toUser: ["user_id": "me", "body": "Hello"])
            async let first = sends.send(request, by: bench.caller)
            await gate.waitForArrival()
            let key = try IdempotencyKey("1")
            await #expect(throws: SendFailure.tooMany(1)) {
                try await sends.send(request, by: bench.caller, idempotencyKey: key)
            }
            await gate.open()
            #expect(try await first.json["sent"] == 1)
            let again = try await sends.send(request, by: bench.caller, idempotencyKey: key)
            #expect(again.json["sent"] == 1)
            #expect(channel.tokens.count == 2)
        }
    }

    @Test("is sent once under an Idempotency-Key, whatever is asked how often")
    func idempotency() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            let key = try IdempotencyKey("1")
            let request = try SendRequest(toUser: ["user_id": "me", "body": "Hello"])
            let first = try await bench.sends.send(request, by: bench.caller, idempotencyKey: key)
            let again = try await bench.sends.send(request, by: bench.caller, idempotencyKey: key)
            #expect(first.json == again.json)
            #expect(bench.production.deliveries.count == 1)
            let other = try SendRequest(toUser: ["user_id": "me", "body": "Bye"])
            await #expect(throws: SendFailure.keyTaken) {
                try await bench.sends.send(other, by: bench.caller, idempotencyKey: key)
            }
        }
    }

    @Test("is the same request under an Idempotency-Key in whatever order its members come")
    func orderOfMembers() async throws {
        try await SendBench.run { bench in
            try await bench.register(1, on: .ios, user: "me")
            let key = try IdempotencyKey("1")
            let orders: [JSONObject] = [
                ["user_id": "me", "body": "Hello", "data": ["a": ["x": 1, "y": 2], "b": 3]],
                ["data": ["b": 3, "a": ["y": 2, "x": 1]], "body": "Hello", "user_id": "me"],
            ]
            for fields in orders {
                _ = try await bench.sends.send(SendRequest(toUser: fields), by: bench.caller, idempotencyKey: key)
            }
            #expect(bench.production.deliveries.count == 1)
        }
    }

    @Test("that a crash cut short is not sent again: it is not known whom it reached")
    func claims() async throws {
        try await Bench.run { bench in
            let (key, id) = (try IdempotencyKey("1"), SendID(at: bench.moment.now))
            let before = try await SendClaims(in: bench.store, of: .default, process: "before")
            guard case .ours = try await before.claim(key, for: "digest", as: id),
                case .underWay = try await before.claim(key, for: "digest", as: SendID(at: bench.moment.now))
            else {
                Issue.record("The first claim is its own, and under way from then on.")
                return
            }
            let after = try await SendClaims(in: bench.store, of: .default, process: "after")
            guard case .cutShort = try await after.claim(key, for: "digest", as: SendID(at: bench.moment.now)) else {
                Issue.record("A claim of a former process was taken over.")
                return
            }
        }
    }

    @Test("whose answer could not be written down has it again under its Idempotency-Key, then and afterwards")
    func unkept() async throws {
        let engine = Mutex<FailingEngine?>(nil)
        let fill: Script = { _ in
            engine.withLock { $0?.setFull(true) }
            return .accepted
        }
        try await SendBench.run(production: fill) { bench in
            engine.withLock { $0 = bench.core.engine }
            try await bench.register(1, on: .ios, user: "me")
            let key = try IdempotencyKey("1")
            let request = try SendRequest(toUser: ["user_id": "me", "body": "Hello"])
            let first = try await bench.sends.send(request, by: bench.caller, idempotencyKey: key)
            let full = try await bench.sends.send(request, by: bench.caller, idempotencyKey: key)
            bench.core.engine.setFull(false)
            for _ in 0..<2 {
                let again = try await bench.sends.send(request, by: bench.caller, idempotencyKey: key)
                #expect(again.json == first.json)
            }
            #expect(full.json == first.json)
            #expect(bench.production.deliveries.count == 1)
        }
    }

    @Test("gives its Idempotency-Key free when it could not be sent at all")
    func release() async throws {
        try await SendBench.run { bench in
            let id = try await bench.register(1, on: .ios, user: "me")
            _ = try await bench.devices.remove(id)
            let request = try SendRequest(toDevice: ["device_id": .string(id.text), "body": "Hello"])
            let key = try IdempotencyKey("1")
            for _ in 0..<2 {
                await #expect(throws: SendFailure.unknownDevice(id)) {
                    try await bench.sends.send(request, by: bench.caller, idempotencyKey: key)
                }
            }
        }
    }

    @Test("is logged by names alone, the newest first, for as long as the settings say")
    func log() async throws {
        try await SendBench.run { bench in
            let id = try await bench.register(1, on: .ios, user: "me")
            for title in ["Secret one", "Secret two", "Secret three"] {
                bench.core.moment.advance(by: 1)
                _ = try await bench.send(["user_id": "me", "title": .string(title)])
            }
            let first = try await bench.space.log.page(after: nil, limit: 2)
            #expect(first.entries.map(\.user) == ["me", "me"])
            #expect(first.entries.first?.outcomes.map(\.device) == [id.text])
            #expect(first.entries[0].at > first.entries[1].at)
            let rest = try await bench.space.log.page(after: first.cursor, limit: 2)
            #expect(rest.entries.count == 1)
            let stored = try await bench.core.everythingStored()
            #expect(!stored.contains("Secret"))
            try await bench.space.log.trim(to: 2)
            #expect(try await bench.space.log.page(after: nil, limit: 10).entries.map(\.id) == first.entries.map(\.id))
            bench.core.moment.advance(by: 31 * 86_400)
            #expect(try await bench.space.log.page(after: nil, limit: 10).entries.isEmpty)
        }
    }

    @Test("is refused where it makes no sense, and the field is named")
    func faults() {
        let cases: [(JSONObject, String)] = [
            (["title": "Hi"], "user_id"), (["user_id": "", "title": "Hi"], "user_id"), (["user_id": "me"], "body"),
            (["user_id": "me", "titel": "Hi"], "titel"), (["user_id": "me", "title": 7], "title"),
            (["user_id": "me", "title": "Hi", "ttl": -1], "ttl"),
            (["user_id": "me", "title": "Hi", "ttl": 2_419_201], "ttl"),
            (["user_id": "me", "title": "Hi", "priority": "urgent"], "priority"),
            (["user_id": "me", "title": "Hi", "image": "http://example.com/a.png"], "image"),
            (
                ["user_id": "me", "title": "Hi", "collapse_id": .string(String(repeating: "x", count: 65))],
                "collapse_id"
            ),
            (["user_id": "me", "title": "Hi", "apns": "x"], "apns"),
            (["user_id": "me", "title": "Hi", "badge": -1], "badge"),
            (["user_id": "me", "title": "Hi", "debounce": 0], "debounce"),
            (["user_id": "me", "title": "Hi", "dry_run": "yes"], "dry_run"),
        ]
        for (fields, name) in cases {
            let fault = #expect(throws: DraftFault.self) { try SendRequest(toUser: fields) }
            #expect(fault?.field == name, "\(fields)")
        }
        let token: JSONObject = ["device_id": "00112233", "title": "Hi"]
        #expect(throws: DraftFault.self) { try SendRequest(toDevice: token) }
    }
}
