import Testing

@testable import pushy

@Suite("The origin of an HTTPS service")
struct HTTPSOriginTests {
    @Test(
        "has a host and a port, 443 if none is written",
        arguments: [
            ("https://api.push.apple.com", "api.push.apple.com", 443), ("https://localhost:2197/", "localhost", 2197),
            ("https://[::1]:2197", "::1", 2197),
        ]
    )
    func parts(text: String, host: String, port: UInt16) throws {
        let origin = try HTTPSOrigin(text)
        #expect(origin.host == host)
        #expect(origin.port == port)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "api.push.apple.com", "http://localhost", "https://", "https://a/b", "https://a?b", "https://u@a",
            "https://a:0", "https://a:70000",
        ]
    )
    func refused(text: String) {
        #expect(throws: Misfit.self) { try HTTPSOrigin(text) }
    }
}
