import APNsSimulator
import Testing

@testable import APNs
@testable import PushyCore

@Suite("A broadcast through connections that fail")
struct BroadcastConnectionFaultTests {
    @Test(
        "reaches everyone once where APNs says what it did not process",
        arguments: [
            [SimulatorRule(.goAway(lastStream: .none)).times(3)],
            [SimulatorRule(.goAway(lastStream: .before)).after(250).times(1)],
            [SimulatorRule(.goAway(lastStream: .this)).after(250).times(1)],
            [SimulatorRule(.goAway(lastStream: .before)).each(70)],
            [SimulatorRule(.goAway(lastStream: .this)).each(70)],
            [SimulatorRule(.reset(.refusedStream)).each(3)],
            [SimulatorRule(.reset(.refusedStream)).after(150).times(150)],
        ]
    )
    func unprocessed(rules: [SimulatorRule]) async throws {
        try await FaultBench.run(try FaultBench.Setup(rules)) { bench in
            try await bench.expectDone(bench.send())
        }
    }

    @Test("reaches everyone once while the stream limit falls to 1 and rises again")
    func streamLimit() async throws {
        let rules = [
            SimulatorRule(.streamLimit(1)).after(150).times(2),
            SimulatorRule(.streamLimit(50)).after(200).times(2),
            SimulatorRule(.streamLimit(1_000)).after(500).times(2),
        ]
        try await FaultBench.run(try FaultBench.Setup(rules)) { bench in
            try await bench.expectDone(bench.send())
        }
    }

    @Test("waits at a stream limit of 0, says so when it has waited long enough, and reaches everyone once it rises")
    func noStreams() async throws {
        let rules = [SimulatorRule(.streamLimit(0)).after(150)]
        var setup = try FaultBench.Setup(rules)
        setup.client.patience = .milliseconds(100)
        try await FaultBench.run(setup) { bench in
            let paused = try await bench.send()
            #expect(paused.state == .paused)
            #expect(paused.why?.contains("refused to take the request up") == true)
            bench.simulator.setRules(SimulatorRules())
            try await bench.expectDone(bench.tryAgain(paused), repeatsAtMost: 200)
        }
    }

    @Test(
        "reaches everyone, and repeats no more than what was in flight, where connections break",
        arguments: [
            [SimulatorRule(.drop).after(250).times(2)],
            [SimulatorRule(.dropInAnswer).after(250).times(2)],
        ]
    )
    func broken(rules: [SimulatorRule]) async throws {
        try await FaultBench.run(try FaultBench.Setup(rules)) { bench in
            try await bench.expectDone(bench.send(), repeatsAtMost: 200)
        }
    }

    @Test("counts those as failed whose notifications break every connection, and reaches all others")
    func poison() async throws {
        let rules = [SimulatorRule(.drop).forTokens(endingWith: "05")]
        try await FaultBench.run(try FaultBench.Setup(rules)) { bench in
            let broadcast = try await bench.send()
            try await bench.expectDone(broadcast, repeatsAtMost: 2 * bench.tokens.count) {
                $0 % 256 == 5 ? .failed(.connectionLost("")) : .accepted
            }
        }
    }

    @Test("counts those as failed whom APNs never answers, and reaches all others")
    func silence() async throws {
        let rules = [SimulatorRule(.silence).forTokens(endingWith: "05")]
        var setup = try FaultBench.Setup(rules)
        setup.client.requestDeadline = .milliseconds(500)
        try await FaultBench.run(setup) { bench in
            let broadcast = try await bench.send()
            try await bench.expectDone(broadcast, repeatsAtMost: bench.tokens.count) {
                $0 % 256 == 5 ? .failed(.deadline(.zero)) : .accepted
            }
        }
    }

    @Test("pauses where APNs takes everything and never answers, and goes on once it does")
    func neverAnswers() async throws {
        let rules = [SimulatorRule(.silence).after(150)]
        var setup = try FaultBench.Setup(rules)
        setup.client.requestDeadline = .milliseconds(200)
        setup.client.patience = .milliseconds(300)
        try await FaultBench.run(setup) { bench in
            let paused = try await bench.send()
            #expect(paused.state == .paused)
            #expect(paused.why?.contains("did not answer within") == true)
            bench.simulator.setRules(SimulatorRules())
            try await bench.expectDone(bench.tryAgain(paused), repeatsAtMost: bench.tokens.count)
        }
    }

    @Test(
        "pauses where the network swallows all packets, on connections that stand and on new ones, and goes on after it"
    )
    func halfOpen() async throws {
        let hang = Hang(after: 4)
        var setup = try FaultBench.Setup()
        setup.simulator.now = hang.now
        setup.client.pingInterval = .milliseconds(50)
        setup.client.pingDeadline = .milliseconds(50)
        setup.client.connectDeadline = .milliseconds(100)
        // Long enough for the first new connection to be given up, which is the reason that is told.
        setup.client.patience = .seconds(1)
        try await FaultBench.run(setup) { bench in
            let paused = try await bench.send()
            #expect(paused.state == .paused)
            #expect(paused.why?.contains("handshake") == true)
            #expect(paused.tally.total < bench.tokens.count)
            hang.end()
            try await bench.expectDone(bench.tryAgain(paused), repeatsAtMost: bench.tokens.count)
        }
    }
}
