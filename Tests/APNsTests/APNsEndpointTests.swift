import APNs
import Testing

@Suite("An APNs endpoint")
struct APNsEndpointTests {
    @Test(
        "is a host and a port",
        arguments: [
            ("https://api.push.apple.com", "api.push.apple.com", 443, "api.push.apple.com"),
            ("HTTPS://localhost:2197/", "localhost", 2197, "localhost:2197"),
            ("https://127.0.0.1:2197", "127.0.0.1", 2197, "127.0.0.1:2197"),
            ("https://[::1]:2197", "::1", 2197, "[::1]:2197"),
        ] as [(String, String, UInt16, String)]
    )
    func addresses(text: String, host: String, port: UInt16, authority: String) throws {
        let endpoint = try APNsEndpoint(url: text)
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
        #expect(endpoint.authority == authority)
    }

    @Test(
        "is refused where it is not https, not an address, or more than one",
        arguments: [
            "", "api.push.apple.com", "http://localhost:2197", "https://", "https://host:0", "https://host:70000",
            "https://host/3/device", "https://user@host", "https://host?x",
        ]
    )
    func refusals(text: String) {
        #expect(throws: APNsEndpoint.Invalid.self) { try APNsEndpoint(url: text) }
    }

    @Test("of each environment is Apple's host on port 443")
    func apple() {
        #expect(APNsEnvironment.production.endpoint.description == "https://api.push.apple.com")
        #expect(APNsEnvironment.sandbox.endpoint.description == "https://api.sandbox.push.apple.com")
    }
}
