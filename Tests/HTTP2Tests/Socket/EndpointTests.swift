import HTTP2
import Testing

@Suite("An endpoint")
struct EndpointTests {
    @Test(
        "is read from text and written as text",
        arguments: [
            ("localhost:443", "localhost", 443), ("127.0.0.1:0", "127.0.0.1", 0), ("[::1]:2197", "::1", 2_197),
        ] as [(String, String, UInt16)]
    )
    func reading(text: String, host: String, port: UInt16) {
        let endpoint = Endpoint(text)
        #expect(endpoint == Endpoint(host: host, port: port))
        #expect(endpoint?.description == text)
    }

    @Test(
        "is not read from what is none",
        arguments: ["", "localhost", ":443", "host:", "host:65536", "::1:443", "[]:1"]
    )
    func refusing(text: String) {
        #expect(Endpoint(text) == nil)
    }
}
