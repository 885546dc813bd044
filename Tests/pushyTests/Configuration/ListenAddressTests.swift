import Testing

@testable import pushy

@Suite("An address to listen on")
struct ListenAddressTests {
    @Test(
        "has a host and a port",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1", 8080), ("0.0.0.0:0", "0.0.0.0", 0), ("[::1]:443", "::1", 443),
            ("localhost:80", "localhost", 80),
        ]
    )
    func parts(text: String, host: String, port: UInt16) throws {
        let address = try ListenAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", ":", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:+80", "[127.0.0.1]:80", "::1:80", "[]:80",
        ]
    )
    func refused(text: String) {
        #expect(throws: Misfit.self) { try ListenAddress(text) }
    }
}
