import HTTPClient
import PushCrypto
import Testing
import WebPush

@Suite("The policy for endpoints")
struct EndpointPolicyTests {
    @Test(
        "allows the browsers' services",
        arguments: [
            "https://fcm.googleapis.com/fcm/send/x", "https://jmt17.google.com/x",
            "https://updates.push.services.mozilla.com/wpush/v2/x", "https://web.push.apple.com/x",
            "https://wns2-par02p.notify.windows.com/w/?token=x",
        ]
    )
    func browsers(endpoint: String) throws {
        #expect(try Subscriptions.any(endpoint: endpoint).endpoint == endpoint)
    }

    @Test("takes other spellings of an endpoint for the same one")
    func spellings() throws {
        for endpoint in ["https://FCM.googleapis.com:443/x?Y", "HTTPS://fcm.googleapis.com:0443/x?Y#z"] {
            #expect(try Subscriptions.any(endpoint: endpoint).endpoint == "https://fcm.googleapis.com/x?Y")
        }
    }

    @Test(
        "allows nothing else",
        arguments: [
            ("http://fcm.googleapis.com/x", SubscriptionFault.endpointNotHTTPS),
            ("https://user@fcm.googleapis.com/x", .endpointWithUser),
            ("https://fcm.googleapis.com@evil.example/x", .endpointWithUser),
            ("HTTPS://user:password@FCM.googleapis.com:443/x", .endpointWithUser),
            ("HTTPS://LOCALHOST:0443/x#y", .endpointNotAllowed(host: "localhost", port: 443)),
            ("https://fcm.googleapis.com./x", .endpointNotAllowed(host: "fcm.googleapis.com.", port: 443)),
            ("https:///fcm.googleapis.com/x", .endpointMalformed),
            ("https://Permanently-Removed.invalid:443/x", .endpointRemoved),
            ("https://fcm.googleapis.com:8443/x", .endpointNotAllowed(host: "fcm.googleapis.com", port: 8443)),
            (
                "https://fcm.googleapis.com.evil.example/x",
                .endpointNotAllowed(host: "fcm.googleapis.com.evil.example", port: 443)
            ),
            ("https://evilpush.apple.com/x", .endpointNotAllowed(host: "evilpush.apple.com", port: 443)),
            ("https://push.apple.com/x", .endpointNotAllowed(host: "push.apple.com", port: 443)),
            ("https://localhost/x", .endpointNotAllowed(host: "localhost", port: 443)),
            ("https://169.254.169.254/x", .endpointNotAllowed(host: "169.254.169.254", port: 443)),
            ("https://[::1]/x", .endpointNotAllowed(host: "::1", port: 443)),
            ("https://permanently-removed.invalid/x", .endpointRemoved),
            ("fcm.googleapis.com/x", .endpointMalformed), ("", .endpointMalformed),
            ("https://fcm.googleapis.com/" + String(repeating: "x", count: 2_048), .endpointTooLong),
        ]
    )
    func others(endpoint: String, fault: SubscriptionFault) {
        #expect(throws: fault) { try Subscriptions.any(endpoint: endpoint) }
    }

    @Test("is extended by hosts, by all hosts of a domain, and by hosts with their port")
    func extended() throws {
        let policy = try EndpointPolicy(adding: ["push.example.com", "*.example.org", "localhost:8443"])
        for endpoint in ["https://push.example.com/x", "https://a.b.example.org/x", "https://localhost:8443/x"] {
            #expect(throws: Never.self) { try subscription(endpoint, policy) }
        }
        for endpoint in ["https://push.example.com:8443/x", "https://example.org/x", "https://localhost/x"] {
            #expect(throws: SubscriptionFault.self) { try subscription(endpoint, policy) }
        }
        #expect(policy.addresses == .publicOnly(except: [HostPort(host: "localhost", port: 8443)]))
    }

    @Test("is not extended by what is no host", arguments: ["", "a/b", "https://a", "*.a:1", "u@a", "*", "a b", "a:0"])
    func noHosts(entry: String) {
        #expect(throws: EndpointPolicy.Invalid.self) { try EndpointPolicy(adding: [entry]) }
    }

    private func subscription(_ endpoint: String, _ policy: EndpointPolicy) throws -> PushSubscription {
        let sample = try Subscriptions.any()
        return try PushSubscription(
            endpoint: endpoint,
            p256dh: Base64URL.encode(sample.key.bytes),
            auth: Base64URL.encode(sample.secret),
            within: policy
        )
    }
}
