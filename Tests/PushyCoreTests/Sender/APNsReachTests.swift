import APNs
import PushyCore
import Synchronization
import Testing

@Suite("Whether APNs can be reached")
struct APNsReachTests {
    @Test("is asked once for all who want to know, and again after a while")
    func remembered() async throws {
        let moment = Moment()
        let channel = ProbedChannel()
        let reach = APNsReach(try service(channel), now: { moment.now })
        let first = try #require(await reach.answer(patience: .seconds(60)))
        #expect(first.probes == [.production: .accepted, .sandbox: .accepted])
        #expect(first.at == moment.now)
        moment.advance(by: 900)
        #expect(await reach.answer(patience: .seconds(60)) == first)
        #expect(channel.count == 2)
        moment.advance(by: 1)
        #expect(await reach.answer(patience: .seconds(60))?.at == moment.now)
        #expect(channel.count == 4)
    }

    @Test("is asked again soon when something was wrong")
    func wrong() async throws {
        let moment = Moment()
        let channel = ProbedChannel(answers: .failed(.notReachable("nobody there")))
        let reach = APNsReach(try service(channel), now: { moment.now })
        #expect(await reach.answer(patience: .seconds(60))?.probes[.sandbox] == .failed(.notReachable("nobody there")))
        moment.advance(by: 31)
        _ = await reach.answer(patience: .seconds(60))
        #expect(channel.count == 4)
    }

    @Test("is not waited for longer than one has patience, and is known later")
    func patience() async throws {
        let gate = Gate()
        let reach = APNsReach(try service(ProbedChannel(gate)), now: { Moment().now })
        #expect(await reach.answer(patience: .zero) == nil)
        await gate.open()
        #expect(await reach.answer(patience: .seconds(60)) != nil)
    }

    private func service(_ channel: ProbedChannel) throws -> PushService {
        PushService(topic: try APNsTopic("com.example.app"), production: channel, sandbox: channel)
    }
}

/// Answers questions alone, once its gate is open, and counts them.
private final class ProbedChannel: PushChannel {
    private let gate: Gate?
    private let probe: APNsProbe
    private let asked = Mutex(0)

    init(_ gate: Gate? = nil, answers probe: APNsProbe = .accepted) {
        self.gate = gate
        self.probe = probe
    }

    var count: Int { asked.withLock { $0 } }

    func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        deliveries.map { _ in .accepted }
    }

    func probe(topic: APNsTopic) async -> APNsProbe {
        asked.withLock { $0 += 1 }
        await gate?.pass()
        return probe
    }
}
