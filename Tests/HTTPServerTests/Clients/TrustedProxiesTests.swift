import Testing

@testable import HTTPServer

@Suite("A client behind trusted proxies")
struct TrustedProxiesTests {
    private static func client(_ forwarded: [String], from remote: String, trusting blocks: [String]) throws -> String {
        var headers = HTTPHeaders()
        for value in forwarded { headers.add("X-Forwarded-For", value) }
        let address = try #require(IPAddress(remote))
        var request = HTTPRequest(.get, "/", headers: headers, remoteAddress: address)
        TrustedProxies(blocks.compactMap { IPNetwork($0) }).identify(&request)
        return request.clientAddress.description
    }

    @Test(
        "is the rightmost address that is no proxy's",
        arguments: [
            (["203.0.113.9"], "203.0.113.9"),
            (["6.6.6.6, 203.0.113.9, 10.0.0.2"], "203.0.113.9"),
            (["6.6.6.6", "203.0.113.9 , 10.0.0.2"], "203.0.113.9"),
            (["203.0.113.9:4711"], "203.0.113.9"),
            (["[2001:db8::1]:4711"], "2001:db8::1"),
            (["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            (["junk, 10.0.0.2"], "10.0.0.2"),
            (["junk"], "10.0.0.1"),
            ([], "10.0.0.1"),
        ]
    )
    func rightmost(forwarded: [String], client: String) throws {
        #expect(try Self.client(forwarded, from: "10.0.0.1", trusting: ["10.0.0.0/8"]) == client)
    }

    @Test("is the other end of the connection when that is no proxy")
    func untrusted() throws {
        #expect(try Self.client(["6.6.6.6"], from: "203.0.113.9", trusting: ["10.0.0.0/8"]) == "203.0.113.9")
        #expect(try Self.client(["6.6.6.6"], from: "10.0.0.1", trusting: []) == "10.0.0.1")
    }

    @Test("spoke TLS if the proxy says so, and not if the client itself does")
    func secure() throws {
        var request = HTTPRequest(.get, "/", headers: ["X-Forwarded-Proto": "https"])
        TrustedProxies([]).identify(&request)
        #expect(!request.isSecure)
        TrustedProxies([try #require(IPNetwork("127.0.0.0/8"))]).identify(&request)
        #expect(request.isSecure)
    }
}
