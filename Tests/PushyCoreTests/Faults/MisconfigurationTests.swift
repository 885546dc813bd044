import APNsSimulator
import Foundation
import PushCrypto
import Testing

@testable import APNs
@testable import PushyCore

@Suite("A misconfigured broadcast")
struct MisconfigurationTests {
    /// How a configuration is wrong, and what the owner must read.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mend: String
        let make: @Sendable (inout SimulatorConfiguration) throws -> Void
    }

    static let mistakes = [
        Mistake(testDescription: "another key", mend: "key, key ID and team ID belong together") {
            $0.providerKey = try P256.PrivateKey.generate().publicKey
        },
        Mistake(testDescription: "a key ID of another team", mend: "Check key ID and team ID") {
            $0.rules = refusing(403, "UnrelatedKeyIdInToken")
        },
        Mistake(testDescription: "a clock two hours slow", mend: "clock") { $0.now = { Date() + 7_200 } },
        Mistake(testDescription: "a clock two hours fast", mend: "clock") {
            $0.now = { Date() - 7_200 }
        },
        Mistake(testDescription: "an expired token for ever", mend: "clock right") {
            $0.rules = refusing(403, "ExpiredProviderToken")
        },
        Mistake(testDescription: "another app's topic", mend: "PUSHY_APNS_TOPIC") {
            $0.rules = refusing(400, "DeviceTokenNotForTopic")
        },
        Mistake(testDescription: "a topic that the key may not use", mend: "key's topics") {
            $0.rules = refusing(400, "TopicDisallowed")
        },
        Mistake(testDescription: "a topic that is none", mend: "bundle ID") { $0.topic = "com.example.other" },
        Mistake(testDescription: "tokens of the other environment", mend: "other environment") {
            $0.rules = refusing(400, "BadDeviceToken")
        },
        Mistake(testDescription: "the other environment, in which all are gone", mend: "other environment") {
            $0.rules = refusing(410, "Unregistered")
        },
        Mistake(testDescription: "a key of the other environment", mend: "key of this one") {
            $0.rules = refusing(403, "BadEnvironmentKeyIdInToken")
        },
        Mistake(testDescription: "a payload that is too large", mend: "Shorten the message") {
            $0.rules = refusing(413, "PayloadTooLarge")
        },
        Mistake(testDescription: "a reason that nobody knows", mend: "NobodyKnowsThis") {
            $0.rules = refusing(400, "NobodyKnowsThis")
        },
        Mistake(testDescription: "an expired certificate", mend: "expired") { $0.validity = .expired },
        Mistake(testDescription: "another host's certificate", mend: "not for 127.0.0.1") {
            $0.hosts = ["example.com"]
        },
        Mistake(testDescription: "a server that speaks an older HTTP", mend: "HTTP/2") { $0.speaksHTTP2 = false },
    ]

    @Test("stops within the first few hundred answers, says what mends it, and deletes nothing", arguments: mistakes)
    func stops(mistake: Mistake) async throws {
        var setup = try FaultBench.Setup()
        try mistake.make(&setup.simulator)
        try await FaultBench.run(setup) { bench in
            let broadcast = try await bench.send()
            #expect(broadcast.state == .stopped)
            #expect(broadcast.why?.contains(mistake.mend) == true, "\(broadcast.why ?? "")")
            #expect(broadcast.tally == Tally())
            #expect(bench.simulator.deliveries.isEmpty)
            #expect(bench.simulator.counts.requests <= 300)
            #expect(try await bench.bench.registry.counts().all == bench.tokens.count)
        }
    }

    @Test("by a certificate that nobody trusted vouches for stops, and says so")
    func selfSigned() async throws {
        var setup = try FaultBench.Setup()
        setup.isTrustingSystem = true
        try await FaultBench.run(setup) { bench in
            let broadcast = try await bench.send()
            #expect(broadcast.state == .stopped)
            #expect(broadcast.why?.contains("vouches") == true, "\(broadcast.why ?? "")")
            #expect(bench.simulator.counts.requests == 0)
        }
    }

    @Test("reaches everyone once it is mended and resumed", arguments: ["BadDeviceToken", "InvalidProviderToken"])
    func mended(reason: String) async throws {
        let rules = [SimulatorRule(.refuse(status: 400, reason: reason))]
        try await FaultBench.run(try FaultBench.Setup(rules)) { bench in
            let stopped = try await bench.send()
            #expect(stopped.state == .stopped)
            bench.simulator.setRules(SimulatorRules())
            _ = try await bench.broadcasts.resume(stopped.id)
            try await bench.expectDone(bench.broadcasts.outcome(of: stopped.id))
        }
    }

    @Test("in which one in twenty is accepted and all others are gone stops, deletes nothing, and repeats nobody later")
    func nearlyAllGone() async throws {
        let rules = [SimulatorRule(.ordinary).each(20), .refuse(.unregistered, timestamp: 4_102_444_800_000)]
        try await FaultBench.run(try FaultBench.Setup(rules)) { bench in
            let stopped = try await bench.send()
            #expect(stopped.state == .stopped)
            #expect(stopped.tally.accepted == stopped.tally.total)
            #expect(stopped.tally.accepted == bench.simulator.deliveries.count)
            #expect(bench.simulator.counts.requests <= 300)
            #expect(try await bench.bench.registry.counts().all == bench.tokens.count)
            bench.simulator.setRules(SimulatorRules())
            _ = try await bench.broadcasts.resume(stopped.id)
            try await bench.expectDone(bench.broadcasts.outcome(of: stopped.id))
        }
    }

    private static func refusing(_ status: Int, _ reason: String) -> SimulatorRules {
        SimulatorRules([SimulatorRule(.refuse(status: status, reason: reason))])
    }
}
