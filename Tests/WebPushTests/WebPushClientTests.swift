import HTTPClient
import PushCrypto
import ServiceStandIns
import Testing
import WebPush

@Suite("Sending to browsers")
struct WebPushClientTests {
    @Test("hands each browser its message, with the fields that services ask for")
    func delivery() async throws {
        let bench = try PushBench()
        let subscriptions = try (0..<20).map { try bench.subscribe("browser\($0)") }
        for (number, subscription) in subscriptions.enumerated() {
            #expect(try await bench.send("message \(number)", to: subscription, topic: PushTopic("sale")) == .accepted)
        }
        let deliveries = bench.service.deliveries
        #expect(deliveries.map(\.name) == (0..<20).map { "browser\($0)" })
        #expect(deliveries.map { String(decoding: $0.plaintext, as: UTF8.self) } == (0..<20).map { "message \($0)" })
        let fields = try #require(deliveries.first?.fields)
        #expect(fields["ttl"] == "60")
        #expect(fields["urgency"] == "high")
        #expect(fields["topic"] == "sale")
        #expect(fields["content-type"] == "application/octet-stream")
        #expect(fields["x-wns-cache-policy"] == nil)
    }

    @Test("goes on with the key that an old subscription was made with")
    func oldKey() async throws {
        let bench = try PushBench()
        let subscription = try bench.subscribe("browser")
        #expect(try await bench.send("old", to: subscription, by: 1) == .accepted)
        let authorization = bench.service.server.requests.first?.fields["authorization"]
        #expect(authorization?.hasSuffix(bench.keys[1].publicText) == true)
        let message = try PushMessage([1])
        let outcome = await bench.client.send(message, to: subscription, subscribedWith: "other", as: bench.identity)
        #expect(outcome == .failed(.unknownKey))
    }

    @Test(
        "tells what is dead, refused, and for later",
        arguments: [
            (404, WebPushOutcome.gone(status: 404)), (410, .gone(status: 410)), (200, .accepted), (202, .accepted),
            (429, .later(status: 429, after: .seconds(5))), (503, .later(status: 503, after: .seconds(5))),
            (500, .later(status: 500, after: .seconds(5))), (502, .later(status: 502, after: .seconds(5))),
        ]
    )
    func outcomes(status: Int, outcome: WebPushOutcome) async throws {
        let bench = try PushBench()
        let subscription = try bench.subscribe("browser")
        bench.service.fail("browser", .answer(status, fields: [.init("Retry-After", "5")]))
        #expect(try await bench.send("x", to: subscription) == outcome)
        #expect(bench.service.server.requests.count == 1)
    }

    @Test("takes no refusal for a death, and follows nobody elsewhere", arguments: [301, 307, 400, 401, 403, 406, 413])
    func refusals(status: Int) async throws {
        let bench = try PushBench()
        let subscription = try bench.subscribe("browser")
        let fields = [HeaderFields.location(bench.service.server.url + "/push/other")]
        bench.service.fail("browser", .answer(status, fields: fields, body: Array("why".utf8)))
        guard case .rejected(let rejection) = try await bench.send("x", to: subscription) else {
            Issue.record("it was not refused")
            return
        }
        #expect(rejection.status == status)
        #expect(rejection.detail == "why")
        #expect(rejection.isAboutIdentity == [401, 403].contains(status))
        #expect(bench.service.server.requests.count == 1)
    }

    @Test("says that there was no answer")
    func failures() async throws {
        let bench = try PushBench()
        let subscription = try bench.subscribe("browser")
        bench.service.fail("browser", .drop)
        guard case .failed(.transport(.connectionLost)) = try await bench.send("x", to: subscription) else {
            Issue.record("the connection was not lost")
            return
        }
        let impatient = try PushBench(deadline: .milliseconds(500))
        let silent = try impatient.subscribe("browser")
        impatient.service.fail("browser", .silence)
        let outcome = try await impatient.send("x", to: silent)
        guard case .failed(.transport(let error)) = outcome else {
            Issue.record("there was an answer")
            return
        }
        #expect(error.isPassing)
    }

    @Test("sends nothing to an endpoint that is not allowed any more")
    func changedPolicy() async throws {
        let strict = try PushBench(policy: .browsers)
        let subscription = try strict.subscribe("browser")
        guard case .failed(.endpoint(.endpointNotAllowed)) = try await strict.send("x", to: subscription) else {
            Issue.record("it was sent")
            return
        }
        #expect(strict.service.server.requests.isEmpty)
    }

    @Test("sends nothing to a private address, whatever name leads there")
    func privateAddress() async throws {
        let named = try EndpointPolicy(adding: ["localhost"])
        let bench = try PushBench(policy: named)
        let sample = try bench.subscribe("browser")
        let subscription = try PushSubscription(
            endpoint: "https://localhost/x",
            p256dh: Base64URL.encode(sample.key.bytes),
            auth: Base64URL.encode(sample.secret),
            within: named
        )
        guard case .failed(.transport(.forbiddenAddress)) = try await bench.send("x", to: subscription) else {
            Issue.record("it was sent")
            return
        }
    }
}
