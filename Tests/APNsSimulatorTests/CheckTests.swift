import APNsSimulator
import Foundation
import HTTP2
import PushCrypto
import Testing

@Suite("The simulator checks what Apple checks")
struct CheckTests {
    /// The one thing that is wrong with a request, and how Apple calls it.
    struct Fault: CustomTestStringConvertible, Sendable {
        let what: String
        let reason: APNsReason
        let change: @Sendable (inout Client.Request) -> Void

        init(_ what: String, _ reason: APNsReason, _ change: @escaping @Sendable (inout Client.Request) -> Void) {
            self.what = what
            self.reason = reason
            self.change = change
        }

        var testDescription: String { "\(what): \(reason.rawValue)" }
    }

    static let faults = [
        Fault("another method", .methodNotAllowed) { $0.method = "GET" },
        Fault("another path", .badPath) { $0.path = "/3/devices" },
        Fault("a field that comes twice", .duplicateHeaders) {
            $0.fields.append(HeaderField("apns-topic", "com.example.app"))
        },
        Fault("no provider token", .missingProviderToken) { $0["authorization"] = nil },
        Fault("another authorization", .missingProviderToken) { $0["authorization"] = "Basic YQ==" },
        Fault("a provider token that is none", .invalidProviderToken) { $0["authorization"] = "bearer a.b.c" },
        Fault("another algorithm", .invalidProviderToken) {
            $0["authorization"] = "bearer " + ProviderTokens.make(algorithm: "RS256")
        },
        Fault("a key identifier too short", .invalidProviderToken) {
            $0["authorization"] = "bearer " + ProviderTokens.make(keyID: "KEY")
        },
        Fault("a team too long", .invalidProviderToken) {
            $0["authorization"] = "bearer " + ProviderTokens.make(team: "TEAM1234567")
        },
        Fault("a provider token older than an hour", .expiredProviderToken) {
            $0["authorization"] = "bearer " + ProviderTokens.make(issued: Date().addingTimeInterval(-3_660))
        },
        Fault("a provider token of a clock two hours ahead", .expiredProviderToken) {
            $0["authorization"] = "bearer " + ProviderTokens.make(issued: Date().addingTimeInterval(7_200))
        },
        Fault("no topic", .missingTopic) { $0["apns-topic"] = nil },
        Fault("an empty topic", .missingTopic) { $0["apns-topic"] = "" },
        Fault("a topic with a slash", .badTopic) { $0["apns-topic"] = "com/example" },
        Fault("another app's topic", .deviceTokenNotForTopic) { $0["apns-topic"] = "com.example.other" },
        Fault("an alert to a topic for calls", .topicDisallowed) { $0["apns-topic"] = "com.example.app.voip" },
        Fault("a call to the app's own topic", .topicDisallowed) { $0["apns-push-type"] = "voip" },
        Fault("a push type that nobody knows", .invalidPushType) { $0["apns-push-type"] = "shout" },
        Fault("no device token", .missingDeviceToken) { $0.path = "/3/device/" },
        Fault("a device token with a letter too much", .badDeviceToken) { $0.path += "a" },
        Fault("a device token that is not hexadecimal", .badDeviceToken) { $0.path += "gg" },
        Fault("a device token too short", .badDeviceToken) { $0.path = "/3/device/abcd" },
        Fault("an identifier that is no UUID", .badMessageID) { $0["apns-id"] = "1234" },
        Fault("an expiration that is no number", .badExpirationDate) { $0["apns-expiration"] = "soon" },
        Fault("a negative expiration", .badExpirationDate) { $0["apns-expiration"] = "-1" },
        Fault("a priority that there is not", .badPriority) { $0["apns-priority"] = "7" },
        Fault("a background push that is urgent", .badPriority) {
            $0["apns-push-type"] = "background"
            $0["apns-priority"] = "10"
        },
        Fault("a background push without a priority", .badPriority) { $0["apns-push-type"] = "background" },
        Fault("a collapse id of 65 bytes", .badCollapseID) {
            $0["apns-collapse-id"] = String(repeating: "é", count: 32) + "x"
        },
        Fault("no payload", .payloadEmpty) { $0.body = "" },
        Fault("a payload that is not JSON", .payloadEmpty) { $0.body = #"{"aps":}"# },
        Fault("a payload that is no object", .payloadEmpty) { $0.body = "[]" },
        Fault("a payload of 4,097 bytes", .payloadTooLarge) { $0.body = payload(byteCount: 4_097) },
        Fault("a call's payload of 5,121 bytes", .payloadTooLarge) {
            $0["apns-push-type"] = "voip"
            $0["apns-topic"] = "com.example.app.voip"
            $0.body = payload(byteCount: 5_121)
        },
    ]

    @Test("and says what is wrong, in Apple's words", arguments: faults)
    func refuses(fault: Fault) async throws {
        let simulator = try startSimulator { $0.topic = "com.example.app" }
        var request = Client.Request()
        fault.change(&request)

        let answer = try await Client(simulator).answer(request)
        #expect(answer?.status == fault.reason.status)
        #expect(answer?.body == #"{"reason":"\#(fault.reason.rawValue)"}"#)
        #expect(answer?.identifier.count == 36)
        #expect(simulator.counts.refused(for: fault.reason) == 1 && simulator.deliveries.isEmpty)
    }

    static let good: [(String, @Sendable (inout Client.Request) -> Void)] = [
        ("an alert", { _ in }),
        ("an alert without a push type", { $0["apns-push-type"] = nil }),
        ("a device token of 8 bytes, in capitals", { $0.path = "/3/device/ABCDEF0123456789" }),
        ("a device token of 256 bytes", { $0.path = "/3/device/" + String(repeating: "0f", count: 256) }),
        ("a payload of 4,096 bytes", { $0.body = payload(byteCount: 4_096) }),
        ("an expiration of 0", { $0["apns-expiration"] = "0" }),
        ("the lowest priority", { $0["apns-priority"] = "1" }),
        ("a collapse id of 64 bytes", { $0["apns-collapse-id"] = String(repeating: "é", count: 32) }),
        (
            "a gentle background push",
            {
                $0["apns-push-type"] = "background"
                $0["apns-priority"] = "5"
            }
        ),
        (
            "a call with 5,120 bytes",
            {
                $0["apns-push-type"] = "voip"
                $0["apns-topic"] = "com.example.app.voip"
                $0.body = payload(byteCount: 5_120)
            }
        ),
        (
            "a live activity",
            {
                $0["apns-push-type"] = "liveactivity"
                $0["apns-topic"] = "com.example.app.push-type.liveactivity"
            }
        ),
    ]

    @Test("and accepts what is right", arguments: good.indices)
    func accepts(index: Int) async throws {
        let simulator = try startSimulator { $0.topic = "com.example.app" }
        var request = Client.Request()
        Self.good[index].1(&request)

        let answer = try await Client(simulator).answer(request)
        #expect(answer?.status == 200, "\(Self.good[index].0): \(answer?.body ?? "no answer")")
        #expect(answer?.body.isEmpty == true)
    }

    @Test("and verifies signatures, when it is given the key")
    func signature() async throws {
        let key = try P256.PrivateKey.generate()
        let publicKey = try key.publicKey
        let simulator = try startSimulator { $0.providerKey = publicKey }
        let client = try Client(simulator)
        #expect(await client.answer()?.body == #"{"reason":"InvalidProviderToken"}"#)

        var request = Client.Request()
        request["authorization"] = "bearer " + ProviderTokens.make(key: key)
        #expect(await client.answer(request)?.status == 200)
    }

    @Test("and wants a connection to stay with one team")
    func oneTeam() async throws {
        let simulator = try startSimulator()
        let client = try Client(simulator)
        #expect(await client.answer()?.status == 200)

        var request = Client.Request()
        request["authorization"] = "bearer " + ProviderTokens.make(team: "TEAM999999")
        #expect(await client.answer(request)?.body == #"{"reason":"InvalidProviderToken"}"#)
    }

    @Test("and wants 20 minutes between two provider tokens, unless the first was refused")
    func updates() async throws {
        let simulator = try startSimulator()
        let client = try Client(simulator)
        var old = Client.Request()
        old["authorization"] = "bearer " + ProviderTokens.make(issued: Date().addingTimeInterval(-4_000))
        #expect(await client.answer(old)?.body == #"{"reason":"ExpiredProviderToken"}"#)
        #expect(await client.answer()?.status == 200)

        var next = Client.Request()
        next["authorization"] = "bearer " + ProviderTokens.make()
        #expect(await client.answer(next)?.body == #"{"reason":"TooManyProviderTokenUpdates"}"#)
        #expect(await client.answer()?.status == 200)
    }

    @Test("or nothing at all, for benchmarks")
    func off() async throws {
        let simulator = try startSimulator { $0.isChecking = false }
        var request = Client.Request()
        request.fields = []
        request.body = ""
        #expect(try await Client(simulator).answer(request)?.status == 200)
    }

    private static func payload(byteCount: Int) -> String {
        #"{"a":""# + String(repeating: "x", count: byteCount - 8) + #""}"#
    }
}
