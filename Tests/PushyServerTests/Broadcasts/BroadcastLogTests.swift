import PushyServer
import Synchronization
import Testing

@Suite("What the log says of a broadcast")
struct BroadcastLogTests {
    /// Reports of broadcasts in the order in which they came.
    private final class Reports: Sendable {
        private let kept = Mutex<[ServiceReport]>([])
        var all: [ServiceReport] { kept.withLock { $0 } }
        func add(_ report: ServiceReport) {
            // The registrations of a test look like a rollout.
            if case .broadcast = report { kept.withLock { $0.append(report) } }
        }
    }

    private func reports(
        of message: String,
        script: @escaping @Sendable (APNsDelivery) -> APNsOutcome
    ) async throws -> [ServiceReport] {
        let reports = Reports()
        let configuration = PushyService.Configuration.usual.with(\.report, reports.add)
        try await ServiceBench.run(configuration, channel: ScriptedChannel(script)) { bench in
            try await bench.register(40)
            let answer = try await bench.owner("POST", "/admin/broadcasts", json: message)
            guard case .string(let id)? = try answer.json["id"] else { throw WebClient.Unreadable() }
            _ = try await bench.outcome(of: id)
        }
        return reports.all
    }

    @Test("is where it goes and how many it reaches, then what came of it, and no word of its message")
    func lines() async throws {
        let reports = try await reports(of: #"{"title": "Secret", "body": "words"}"#) { delivery in
            delivery.token.hex.hasSuffix("7") ? .rejected(status: 400, reason: "BadDeviceToken") : .accepted
        }
        let lines = reports.map(\.description)
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix(" begins: production, audience all, 40 devices") == true)
        #expect(lines.last?.hasSuffix(" is done: 37 accepted, 3 rejected as BadDeviceToken; after 0 s") == true)
        #expect(reports.map(\.level) == [.info, .info])
        #expect(!lines.contains { $0.contains("Secret") || $0.contains("words") })
    }

    @Test("is an error with the reason where it stopped itself")
    func stopped() async throws {
        let reports = try await reports(of: #"{"body": "Hello"}"#) { _ in
            .rejected(status: 403, reason: "InvalidProviderToken")
        }
        #expect(reports.last?.level == .error)
        let line = reports.last?.description
        #expect(line?.contains(" stopped itself: nothing settled; to be tried again: 40 rejected as ") == true)
        #expect(line?.contains("APNs answered InvalidProviderToken.") == true)
    }
}
