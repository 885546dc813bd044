import APNs
import Foundation
import ServiceStandIns
import Testing

@testable import PushyCore

@Suite("A broadcast to every service, with devices that are not as they should be")
struct EverywhereTroubleTests {
    /// Devices of FCM, by their tokens in the order of the walk.
    private func register(_ count: Int, in bench: ThreeServicesBench) async throws -> [String] {
        var tokens: [(DeviceID, String)] = []
        for number in 0..<count {
            let token = JSONValue.numbered(100 + number)
            let id = try await bench.register(["platform": "android", "device_token": token])
            tokens.append((id, ThreeServicesBench.text(token)))
        }
        bench.core.moment.advance(by: 60)
        return tokens.sorted { $0.0.text < $1.0.text }.map(\.1)
    }

    @Test(
        "goes to all others where more than a page of made-up devices come first",
        arguments: [FCMFault.senderIDMismatch, .badToken, .badPayload]
    )
    func madeUp(fault: FCMFault) async throws {
        try await ThreeServicesBench.run { bench in
            let tokens = try await register(260, in: bench)
            for token in tokens.prefix(110) { bench.fcm.fail(token, fault) }
            let done = try await bench.broadcasts().send(bench.draft(["title": "Hello"]))
            #expect(done.state == .done)
            #expect(done.tally.accepted == 150)
            #expect(done.tally.total == 260)
            #expect(bench.fcmTokens.count == 260)
        }
    }

    @Test("stops and deletes nothing where a sample of all fares no better than the first")
    func nobody() async throws {
        try await ThreeServicesBench.run { bench in
            for token in try await register(210, in: bench) { bench.fcm.fail(token, .unregistered) }
            let stopped = try await bench.broadcasts().send(bench.draft(["title": "Hello"]))
            #expect(stopped.state == .stopped)
            #expect(stopped.why?.contains("UNREGISTERED") == true)
            #expect(bench.fcmTokens.count == 200)
            #expect(try await bench.space.devices.counts().all() == 210)
        }
    }

    @Test("sends once more to those who were in flight when a connection broke, with the tag that replaces the first")
    func brokenConnection() async throws {
        try await ThreeServicesBench.run { bench in
            let tokens = try await register(150, in: bench)
            bench.fcm.fail(tokens[120], .cut, times: 1)
            let done = try await bench.broadcasts(clock: SteppedClock()).send(bench.draft(["title": "Hello"]))
            #expect(done.state == .done)
            #expect(done.tally.accepted == 150)
            let repeats = bench.fcm.messages.filter { $0["message"]?["token"] == .string(tokens[120]) }
            #expect(repeats.count == 2)
            let tags = repeats.map { $0["message"]?["android"]?["notification"]?["tag"] }
            #expect(tags == [.string(done.id.text), .string(done.id.text)])
        }
    }

    @Test("stops at once when nobody gets an answer, and keeps none of them for reached or failed")
    func silent() async throws {
        try await ThreeServicesBench.run { bench in
            for token in try await register(150, in: bench) { bench.fcm.fail(token, .cut) }
            let stopped = try await bench.broadcasts().send(bench.draft(["title": "Hello"]))
            #expect(stopped.state == .stopped)
            #expect(stopped.tally.total == 0)
            #expect(Set(bench.fcmTokens).count <= 100)
        }
    }

    @Test("waits where none of a few gets an answer, loses nobody, and goes on by itself")
    func fewAreSilent() async throws {
        try await ThreeServicesBench.run { bench in
            let tokens = try await register(5, in: bench)
            for token in tokens { bench.fcm.fail(token, .cut) }
            let broadcasts = try await bench.broadcasts()
            let paused = try await broadcasts.send(bench.draft(["title": "Hello"]))
            #expect(paused.state == .paused)
            #expect(paused.why?.contains("ConnectionLost") == true)
            #expect(paused.tally.total == 0)
            await broadcasts.senders[paused.id]?.value
            for token in tokens { bench.fcm.fail(token, nil) }
            bench.core.moment.advance(by: Broadcast.retryInterval)
            await broadcasts.advance()
            await broadcasts.senders[paused.id]?.value
            let done = try await broadcasts.broadcast(paused.id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 5)
        }
    }

    @Test("waits ten minutes for one browser whose host is dead, and ends")
    func deadEndpoint() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await bench.registerBrowser("firefox")
            bench.push.fail("firefox", .drop)
            let broadcasts = try await bench.broadcasts(clock: SteppedClock())
            let paused = try await broadcasts.send(bench.draft(["title": "Hello"]))
            #expect(paused.state == .paused)
            await broadcasts.senders[paused.id]?.value
            bench.core.moment.advance(by: Broadcast.patienceWithFew)
            await broadcasts.advance()
            await broadcasts.senders[paused.id]?.value
            let done = try await broadcasts.broadcast(paused.id)
            #expect(done.state == .done)
            #expect(done.tally.failed == ["ConnectionLost": 1])
        }
    }

    @Test("lets what a slow service has not answered be answered when it is paused, and sends it to nobody twice")
    func pausedWithSlowAnswers() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await bench.registerBrowser("firefox")
            bench.push.fail("firefox", .hold)
            let broadcasts = try await bench.broadcasts()
            let id = try await broadcasts.create(bench.draft(["title": "Hello"])).id
            for await _ in bench.push.server.arrivals { break }
            #expect(try await broadcasts.pause(id).state == .paused)
            let sender = await broadcasts.senders[id]
            _ = try await broadcasts.resume(id)
            bench.push.server.release()
            await sender?.value
            let done = try await broadcasts.outcome(of: id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 1)
            #expect(bench.push.server.requests.count == 1)
        }
    }

    @Test("ends with its app, at most with what is in flight, and says why")
    func appDeleted() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await register(40, in: bench)
            // The rest after the first page never ends.
            let broadcasts = try await bench.broadcasts(clock: StallingClock(after: 0))
            let draft = try bench.draft(["title": "Hello", "platform": "android", "rate_per_second": 40])
            let id = try await broadcasts.create(draft).id
            for await _ in bench.fcm.server.arrivals where bench.fcmTokens.count == 10 { break }
            try await bench.apps.delete(bench.app.id)
            try await broadcasts.takeUp()
            let ended = try await broadcasts.outcome(of: id)
            #expect(ended.state == .cancelled)
            #expect(ended.why == "The app atlas was deleted.")
            await broadcasts.senders[id]?.value
            #expect(bench.fcmTokens.count == 10)
            #expect(try await broadcasts.broadcast(id).state == .cancelled)
        }
    }

    @Test("ends before its time when its app is deleted")
    func appDeletedBefore() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await register(1, in: bench)
            let broadcasts = try await bench.broadcasts()
            let later = (bench.core.moment.now + 60).formatted(.iso8601)
            let draft = try bench.draft(["title": "Hello", "scheduled_at": .string(later)])
            let id = try await broadcasts.create(draft).id
            try await bench.apps.delete(bench.app.id)
            await broadcasts.cancelOrphans()
            #expect(try await broadcasts.broadcast(id).state == .cancelled)
        }
    }

    @Test("does not wait for those who have to be tried again, and reaches them in the end")
    func late() async throws {
        try await ThreeServicesBench.run { bench in
            let tokens = try await register(300, in: bench)
            for token in tokens[150..<160] { bench.fcm.fail(token, .unavailable, times: 2) }
            // The rest of those who are late never ends.
            let before = try await bench.broadcasts(clock: StallingClock(after: 0))
            let id = try await before.create(bench.draft(["title": "Hello"])).id
            for await broadcast in try await before.updates(of: id) where broadcast.tally.accepted == 290 { break }
            #expect(try await before.broadcast(id).state == .running)
            await before.stop()
            let after = try await bench.broadcasts(clock: SteppedClock())
            await after.advance()
            let done = try await after.outcome(of: id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 300)
            #expect(bench.fcmTokens.count == 320)
        }
    }

    @Test("counts those as failed who still have to wait after all rounds")
    func tooLate() async throws {
        try await ThreeServicesBench.run { bench in
            let tokens = try await register(150, in: bench)
            for token in tokens.suffix(3) { bench.fcm.fail(token, .quotaExceeded) }
            let done = try await bench.broadcasts(clock: SteppedClock()).send(bench.draft(["title": "Hello"]))
            #expect(done.state == .done)
            #expect(done.tally.accepted == 147)
            #expect(done.tally.failed == ["QUOTA_EXCEEDED": 3])
        }
    }
}
