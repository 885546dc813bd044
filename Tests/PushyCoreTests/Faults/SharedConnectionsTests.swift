import APNs
import APNsSimulator
import Testing

@testable import PushyCore

@Suite("Two broadcasts at once")
struct SharedConnectionsTests {
    private static let large = 2_000
    private static let small = 100

    @Test("share the connections fairly: a small one is through long before a large one, which goes on meanwhile")
    func fair() async throws {
        let hang = Hang()
        var setup = try FaultBench.Setup()
        setup.deviceCount = Self.large
        setup.simulator.streamLimit = 20
        setup.simulator.now = hang.now
        try await FaultBench.run(setup) { bench in
            let few = Set(try await bench.bench.register(Self.small, from: Self.large, pro: false).map(\.hex))
            // APNs takes its time when the large one is on its way, until all of both wait for their turn.
            let begun = Gate()
            await begun.open()
            let channel = TappedChannel(to: bench.client) {
                hang.begin()
                await begun.pass()
            }
            let broadcasts = try await bench.bench.broadcasts(through: channel)
            let large = try await broadcasts.create(.hello(to: .pro)).id
            await begun.waitForArrival()
            let small = try await broadcasts.create(.hello(to: .free)).id
            while true {
                let view = await bench.client.statistics()
                let known = view.waiting + view.inFlight + (view.answers[200] ?? 0)
                if known == Self.large + Self.small { break }
                await Task.yield()
            }
            hang.end()
            #expect(try await broadcasts.outcome(of: small).tally.accepted == Self.small)
            #expect(try await broadcasts.outcome(of: large).tally.accepted == Self.large)
            await broadcasts.stop()

            let isSmall = bench.simulator.deliveries.map { few.contains($0.token) }
            let first = try #require(isSmall.firstIndex(of: true))
            let last = try #require(isSmall.lastIndex(of: true))
            #expect(isSmall[first...last].contains(false))
            #expect(isSmall.count - last > Self.large / 2)
        }
    }
}

/// Sends through another channel, and does something when a broadcast has shown itself sane.
private struct TappedChannel: PushChannel {
    private let channel: any PushChannel
    private let tap: @Sendable () async -> Void

    init(to channel: any PushChannel, tap: @escaping @Sendable () async -> Void) {
        self.channel = channel
        self.tap = tap
    }

    func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await channel.send(notification, to: deliveries)
    }

    func sendFirst(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        await tap()
        return await channel.sendFirst(notification, to: deliveries)
    }
}
