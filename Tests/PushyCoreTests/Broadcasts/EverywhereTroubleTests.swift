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

    @Test("stops at once when nobody gets an answer, and keeps none of them for reached or failed")
    func silent() async throws {
        try await ThreeServicesBench.run { bench in
            for token in try await register(150, in: bench) { bench.fcm.fail(token, .cut) }
            let stopped = try await bench.broadcasts().send(bench.draft(["title": "Hello"]))
            #expect(stopped.state == .stopped)
            #expect(stopped.tally.total == 0)
            #expect(bench.fcmTokens.count <= 100)
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
