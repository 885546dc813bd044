import APNs
import HTTP2
import Testing

@Suite("Where no connection comes about, the client")
struct ConnectingFaultTests {
    let delivery: APNsDelivery
    let notification: APNsNotification

    init() throws {
        delivery = try APNsDelivery.samples(1)[0]
        notification = try .sample()
    }

    @Test("says that the certificate has expired, at once")
    func expired() async throws {
        let server = try ScriptedAPNs(validity: .expired)
        try await expectNotTrusted(server.client(), "has expired")
    }

    @Test("says that the certificate is for another host, at once")
    func otherHost() async throws {
        let server = try ScriptedAPNs(hosts: ["example.com"])
        try await expectNotTrusted(server.client(), "not for 127.0.0.1")
    }

    @Test("says that nobody trusted vouches for the certificate, at once")
    func untrusted() async throws {
        let server = try ScriptedAPNs()
        try await expectNotTrusted(server.client { $0.trust = .system }, "vouches")
    }

    @Test("waits for its patience and names the address where nobody listens")
    func refused() async throws {
        let client = try ScriptedAPNs().client(of: try .nobody) { $0.patience = .milliseconds(100) }
        guard case .unserved(.notReachable(let words)) = await client.send(notification, to: delivery) else {
            Issue.record("not failed")
            return
        }
        #expect(words.contains("127.0.0.1"))
        await client.shutdown()
    }

    @Test("delivers as soon as somebody listens again")
    func comesBack() async throws {
        let first = try ScriptedAPNs.replaceable()
        let client = try first.client { $0.patience = .seconds(3600) }
        #expect(await client.send(notification, to: delivery) == .accepted)
        await first.stop()
        async let outcome = client.send(notification, to: delivery)
        while await client.statistics().trouble == nil { await Task.yield() }
        let second = try first.again()
        #expect(await outcome == .accepted)
        #expect(second.requests.count == 1)
        await client.shutdown()
    }

    @Test("says what it could not resolve, when its patience ends")
    func unresolved() async throws {
        var configuration = APNsClientConfiguration()
        configuration.firstRetryDelay = .milliseconds(4)
        configuration.longestRetryDelay = .milliseconds(30)
        configuration.patience = .milliseconds(100)
        let client = try APNsClient(
            endpoint: APNsEndpoint(url: "https://push.invalid"),
            tokens: .fresh(),
            configuration: configuration
        )
        guard case .unserved(.nameNotResolved(let words)) = await client.send(notification, to: delivery) else {
            Issue.record("not failed")
            return
        }
        #expect(words.contains("push.invalid"))
        await client.shutdown()
    }

    @Test("does not wait for ever for a handshake that stalls")
    func stalledHandshake() async throws {
        let server = try ScriptedAPNs()
        server.freeze()
        let client = try server.client {
            $0.connectDeadline = .milliseconds(50)
            $0.patience = .milliseconds(150)
        }
        guard case .unserved(.notReachable(let words)) = await client.send(notification, to: delivery) else {
            Issue.record("not failed")
            return
        }
        #expect(words.contains("handshake"))
        await client.shutdown()
    }

    @Test("asks about everything but the device with a probe")
    func probe() async throws {
        let topic = try APNsTopic("com.example.app")
        let right = try ScriptedAPNs { $0.answer($1, 400, "BadDeviceToken") }
        let client = try right.client()
        #expect(await client.probe(topic: topic) == .accepted)
        #expect(right.requests.first?.pushType == "background")
        #expect(right.requests.first?.priority == "5")
        await client.shutdown()

        let wrong = try ScriptedAPNs { $0.answer($1, 403, "InvalidProviderToken") }
        let other = try wrong.client()
        #expect(await other.probe(topic: topic) == .refused(status: 403, reason: "InvalidProviderToken"))
        await other.shutdown()
    }

    @Test("does not keep a probe waiting for an address where nobody listens")
    func probeOfNobody() async throws {
        let client = try ScriptedAPNs().client(of: try .nobody)
        guard case .failed(.notReachable) = await client.probe(topic: try APNsTopic("com.example.app")) else {
            Issue.record("not failed")
            return
        }
        await client.shutdown()
    }

    private func expectNotTrusted(_ client: APNsClient, _ words: String) async throws {
        guard case .unserved(.notTrusted(let sentence)) = await client.send(notification, to: delivery) else {
            Issue.record("not failed")
            return
        }
        #expect(sentence.contains(words), "\(sentence)")
        await client.shutdown()
    }
}

extension APNsEndpoint {
    /// Port 1 is tcpmux, which nobody runs; a port that was just let go may be another test's by now.
    fileprivate static var nobody: APNsEndpoint {
        get throws { try APNsEndpoint(url: "https://127.0.0.1:1") }
    }
}
