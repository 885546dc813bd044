import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("A broadcast to every service that is cut off among FCM's devices")
struct EverywhereRestartTests {
    /// Three pages of FCM's at this rate, of which the second waits for the clock.
    private static let deviceCount = 60
    private static let rate = 100
    private static let pageCount = 25

    @Test("reaches everybody once when it was paused, and is resumed by another process")
    func paused() async throws {
        try await cutOff { bench, before, id in
            _ = try await before.pause(id)
            await before.stop()
            let after = try await bench.broadcasts(clock: SteppedClock())
            _ = try await after.resume(id)
            return after
        }
    }

    @Test("goes on from its checkpoint when the process is killed, and repeats nobody whom that holds")
    func killed() async throws {
        try await cutOff { bench, _, _ in
            let after = try await bench.broadcasts(clock: SteppedClock())
            await after.advance()
            return after
        }
    }

    private func cutOff(
        _ goOn: (ThreeServicesBench, Broadcasts, BroadcastID) async throws -> Broadcasts
    ) async throws {
        try await ThreeServicesBench.run { bench in
            try await bench.registerOneOfEach()
            for number in 0..<Self.deviceCount - 1 {
                _ = try await bench.register(["platform": "android", "device_token": .numbered(1_000 + number)])
            }
            // Both parts at APNs rest once.
            let before = try await bench.broadcasts(clock: StallingClock(after: 2))
            let fields: JSONObject = ["title": "Hello", "rate_per_second": .integer(Self.rate)]
            let id = try await before.create(bench.draft(fields)).id
            for await broadcast in try await before.updates(of: id)
            where broadcast.tally.accepted == 3 + Self.pageCount { break }
            let after = try await goOn(bench, before, id)
            let done = try await after.outcome(of: id)
            #expect(done.state == .done)
            #expect(done.tally.accepted == 3 + Self.deviceCount + 1)
            let tokens = bench.fcmTokens
            #expect(tokens.count == Self.deviceCount)
            #expect(Set(tokens).count == Self.deviceCount)
            #expect(bench.apns.deliveries.count == 3)
            #expect(bench.push.deliveries.count == 1)
            await before.stop()
            await after.stop()
        }
    }
}
