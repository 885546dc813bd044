import APNsSimulator
import HTTP2
import Testing

@Suite("By rule, the simulator")
struct RuleTests {
    @Test("answers tokens with a prefix as a dead device, with the time of its death")
    func gone() async throws {
        let simulator = try startSimulator {
            $0.rules = SimulatorRules([.refuse(.unregistered, timestamp: 1_234).forTokens(beginningWith: "DEAD")])
        }
        let client = try Client(simulator)
        var dead = Client.Request()
        dead.path = "/3/device/dead00000000000000"
        let answer = await client.answer(dead)
        #expect(answer?.status == 410 && answer?.body == #"{"reason":"Unregistered","timestamp":1234}"#)
        #expect(await client.answer()?.status == 200)
        #expect(simulator.counts.refused(for: .unregistered) == 1 && simulator.deliveries.count == 1)
    }

    @Test("takes the first rule that applies, so many times, after so many requests, and each so-many-th")
    func counting() async throws {
        var third = SimulatorRule.refuse(.tooManyRequests)
        third.every = 3
        let simulator = try startSimulator {
            $0.rules = SimulatorRules([.refuse(.internalServerError).times(2).after(1), third])
        }
        let client = try Client(simulator)
        var statuses: [Int] = []
        for _ in 0..<9 { statuses.append(await client.answer()?.status ?? 0) }
        // The first rule skips the first request and then takes two; the second counts what is left to it.
        #expect(statuses == [200, 500, 500, 200, 429, 200, 200, 429, 200])
    }

    @Test("hits a share of the requests, the same in every run of one seed")
    func rate() async throws {
        func hits(seed: UInt64) async throws -> [Int] {
            var rule = SimulatorRule.refuse(.serviceUnavailable)
            rule.rate = 0.25
            let simulator = try startSimulator { $0.rules = SimulatorRules([rule], seed: seed) }
            let client = try Client(simulator)
            var hits: [Int] = []
            for index in 0..<200 where await client.answer()?.status == 503 { hits.append(index) }
            return hits
        }
        let first = try await hits(seed: 7)
        #expect((30...70).contains(first.count))
        #expect(try await hits(seed: 7) == first)
        #expect(try await hits(seed: 8) != first)
    }

    @Test("answers with any status and body, a megabyte too")
    func anyBody() async throws {
        let rubbish = Array(repeating: UInt8(ascii: "x"), count: 1_000_000)
        let simulator = try startSimulator {
            $0.rules = SimulatorRules([
                SimulatorRule(.answer(status: 500, body: Array("<html>".utf8))).times(1),
                SimulatorRule(.answer(status: 502, body: rubbish)).times(1),
                SimulatorRule(.refuse(status: 429, reason: "TooManyRequests", retryAfterSeconds: 7)),
            ])
        }
        let client = try Client(simulator)
        #expect(await client.answer()?.body == "<html>")
        let large = await client.answer()
        #expect(large?.status == 502 && large?.body.utf8.count == 64 * 1024)
        #expect(await client.answer()?.retryAfter == "7")
    }

    @Test("resets streams")
    func reset() async throws {
        let simulator = try startSimulator {
            $0.rules = SimulatorRules([
                SimulatorRule(.reset(.refusedStream)).times(1), SimulatorRule(.reset(.internalError)).times(1),
            ])
        }
        let client = try Client(simulator)
        #expect(await client.send() == .lost(.unprocessed))
        #expect(await client.send() == .lost(.reset(.internalError)))
        #expect(await client.answer()?.status == 200)
        #expect(simulator.counts.unanswered == 2 && simulator.counts.accepted == 1)
    }

    @Test("sends GOAWAY that counts a request as processed, or not", arguments: [true, false])
    func goAway(isProcessed: Bool) async throws {
        let last: SimulatorRule.LastStream = isProcessed ? .this : .before
        let simulator = try startSimulator { $0.rules = SimulatorRules([SimulatorRule(.goAway(lastStream: last))]) }
        let client = try Client(simulator)
        let outcome = await client.send()
        if isProcessed {
            guard case .answered(let answer) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(answer.status == 200)
        } else {
            #expect(outcome == .lost(.unprocessed))
        }
        #expect(simulator.deliveries.count == (isProcessed ? 1 : 0))
        #expect(client.goAways.map { String(decoding: $0.debugData, as: UTF8.self) } == [#"{"reason":"Shutdown"}"#])
    }

    @Test("cuts the connection, before or in the middle of an answer", arguments: [true, false])
    func drop(isBefore: Bool) async throws {
        let simulator = try startSimulator {
            $0.rules = SimulatorRules([SimulatorRule(isBefore ? .drop : .dropInAnswer).times(1)])
        }
        #expect(try await Client(simulator).send() == .lost(.connectionLost))
        #expect(try await Client(simulator).answer()?.status == 200)
    }

    @Test("changes the stream limit, down to none and up again")
    func streamLimit() async throws {
        let simulator = try startSimulator {
            $0.streamLimit = 10
            $0.rules = SimulatorRules([SimulatorRule(.streamLimit(1)).times(1)])
        }
        let client = try Client(simulator)
        #expect(await client.answer()?.status == 200)
        #expect(await client.answer()?.status == 200)
        #expect(client.streamLimits == [10, 1])
        simulator.setStreamLimit(0)
        simulator.setStreamLimit(5)
        #expect(await client.answer()?.status == 200)
        #expect(client.streamLimits.suffix(1) == [5])
    }

    @Test("takes its time for some, and not for others, in the order of their moments")
    func delay() async throws {
        var slow = SimulatorRule(.ordinary).forTokens(beginningWith: "00")
        slow.delay = .milliseconds(60)
        let simulator = try startSimulator { $0.rules = SimulatorRules([slow]) }
        let client = try Client(simulator)
        var request = Client.Request()
        request.path = "/3/device/0011223344556677"
        async let late = client.answer(request)
        async let soon = client.answer()
        #expect(await soon?.status == 200)
        #expect(await late?.status == 200)
    }

    @Test("applies to a connection by its number, and to none after the rules were replaced")
    func connection() async throws {
        var second = SimulatorRule.refuse(.forbidden)
        second.connection = 2
        let simulator = try startSimulator { $0.rules = SimulatorRules([second]) }
        let (one, two) = try (Client(simulator), Client(simulator))
        let statuses = await [one.answer()?.status, two.answer()?.status]
        #expect(Set(statuses) == [200, 403])

        simulator.setRules(SimulatorRules())
        #expect(await [one.answer()?.status, two.answer()?.status] == [200, 200])
    }

    @Test("lets one stream at a time until the first good provider token")
    func firstToken() async throws {
        let simulator = try startSimulator {
            $0.streamLimit = 500
            $0.streamLimitBeforeFirstToken = 1
        }
        let client = try Client(simulator)
        #expect(await client.answer()?.status == 200)
        #expect(await client.answer()?.status == 200)
        #expect(client.streamLimits == [1, 500])
    }
}
