import APNsSimulator
import Foundation
import Testing

@testable import APNs
@testable import PushyCore

@Suite("A broadcast to which APNs answers with faults")
struct BroadcastAnswerFaultTests {
    @Test(
        "reaches everyone once when they pass",
        arguments: [
            [SimulatorRule(.refuse(status: 429, reason: "TooManyRequests")).forTokens(endingWith: "05").times(2)],
            [SimulatorRule(.refuse(status: 429, reason: "TooManyProviderTokenUpdates")).after(150).times(1)],
            [SimulatorRule(.refuse(status: 429, reason: "TooManyProviderTokenUpdates")).after(150).times(40)],
            [SimulatorRule(.refuse(status: 500, reason: "InternalServerError")).after(150).times(40)],
            [SimulatorRule(.refuse(status: 503, reason: "ServiceUnavailable")).after(150).times(220)],
            [SimulatorRule(.refuse(status: 503, reason: "Shutdown")).times(30)],
            [SimulatorRule(.refuse(status: 500, reason: "InternalServerError")).each(5).times(150)],
            [SimulatorRule(.reset(.internalError)).after(150).times(40)],
        ]
    )
    func passing(rules: [SimulatorRule]) async throws {
        try await FaultBench.run(try FaultBench.Setup(rules)) { bench in
            try await bench.expectDone(bench.send())
        }
    }

    @Test(
        "counts single devices by what APNs says of them, and reaches all others once",
        arguments: [
            (SimulatorRule(.refuse(status: 400, reason: "BadDeviceToken")), Fate.rejected("BadDeviceToken")),
            (
                SimulatorRule(.refuse(status: 400, reason: "DeviceTokenNotForTopic")),
                .rejected("DeviceTokenNotForTopic")
            ),
            (SimulatorRule(.refuse(status: 413, reason: "PayloadTooLarge")), .rejected("PayloadTooLarge")),
            (SimulatorRule(.refuse(status: 400, reason: "NobodyKnowsThis")), .rejected("NobodyKnowsThis")),
            (SimulatorRule(.answer(status: 400, body: Array("<html>".utf8))), .rejected("HTTP 400")),
            (SimulatorRule(.answer(status: 404, body: Array(repeating: 120, count: 1_000_000))), .rejected("HTTP 404")),
            (SimulatorRule(.refuse(status: 410, reason: "Unregistered", timestamp: 4_102_444_800_000)), .removed),
            (SimulatorRule(.refuse(status: 410, reason: "Unregistered", timestamp: 946_684_800_000)), .kept),
            (
                SimulatorRule(.refuse(status: 429, reason: "TooManyRequests")),
                .failed(.unavailable(status: 429, reason: "TooManyRequests"))
            ),
            (
                SimulatorRule(.refuse(status: 500, reason: "InternalServerError")),
                .failed(.unavailable(status: 500, reason: "InternalServerError"))
            ),
            (
                SimulatorRule(.refuse(status: 503, reason: "ServiceUnavailable")),
                .failed(.unavailable(status: 503, reason: "ServiceUnavailable"))
            ),
            (SimulatorRule(.reset(.refusedStream)), .failed(.refusedByServer)),
            (SimulatorRule(.reset(.internalError)), .failed(.connectionLost(""))),
        ]
    )
    func singleDevices(rule: SimulatorRule, fate: Fate) async throws {
        let rules = [rule.forTokens(endingWith: "03"), rule.forTokens(endingWith: "f7")]
        try await FaultBench.run(try FaultBench.Setup(rules)) { bench in
            let broadcast = try await bench.send()
            try await bench.expectDone(broadcast) { [3, 247].contains($0 % 256) ? fate : .accepted }
        }
    }

    @Test("pauses in an outage that outlasts its patience, sends it little more, and reaches everyone once it is over")
    func outage() async throws {
        let rules = [SimulatorRule(.refuse(status: 503, reason: "ServiceUnavailable")).after(400)]
        var setup = try FaultBench.Setup(rules)
        setup.client.patience = .milliseconds(200)
        try await FaultBench.run(setup) { bench in
            var broadcast = try await bench.send()
            for _ in 0..<3 {
                #expect(broadcast.state == .paused)
                #expect(broadcast.why?.contains("ServiceUnavailable") == true)
                broadcast = try await bench.tryAgain(broadcast)
            }
            // Both windows met it, and then nothing but questions whether it is over.
            #expect(bench.simulator.counts.requests < 400 + 200 + 4 * 40)
            bench.simulator.setRules(SimulatorRules())
            try await bench.expectDone(bench.tryAgain(broadcast))
        }
    }

    @Test(
        "stops after an hour in which APNs served nobody, and reaches the others once it is resumed",
        arguments: [500, 503]
    )
    func outageForEver(status: Int) async throws {
        let rules = [SimulatorRule(.refuse(status: status, reason: "Shutdown")).after(150)]
        var setup = try FaultBench.Setup(rules)
        setup.deviceCount = 300
        setup.client.patience = .milliseconds(50)
        try await FaultBench.run(setup) { bench in
            let paused = try await bench.send()
            #expect(paused.state == .paused)
            bench.bench.moment.advance(by: Broadcast.patience)
            let stopped = try await bench.tryAgain(paused)
            #expect(stopped.state == .stopped)
            #expect(stopped.why?.contains("Shutdown") == true)
            bench.simulator.setRules(SimulatorRules())
            _ = try await bench.broadcasts.resume(stopped.id)
            try await bench.expectDone(bench.broadcasts.outcome(of: stopped.id))
        }
    }
}
