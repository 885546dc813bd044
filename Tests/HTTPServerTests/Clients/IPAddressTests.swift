import HTTPServer
import Testing

@Suite("An address")
struct IPAddressTests {
    @Test(
        "is read and written as people write it",
        arguments: [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
            ("[::1]", "::1"),
            ("fe80::1%eth0", "fe80::1"),
        ]
    )
    func text(given: String, written: String) {
        #expect(IPAddress(given)?.description == written)
    }

    @Test("is none of these", arguments: ["", "1.2.3", "1.2.3.256", "::g", "localhost", "1.2.3.4:80"])
    func malformed(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "is in a block or not",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.1.2.3/8", "10.9.9.9", true),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("::/0", "2001:db8::1", true),
            ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false),
            ("2001:db8::/65", "2001:db8::8000:0:0:1", false),
            ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("::1/128", "::1", true),
        ]
    )
    func block(block: String, address: String, isIn: Bool) throws {
        let network = try #require(IPNetwork(block))
        #expect(network.contains(try #require(IPAddress(address))) == isIn)
    }

    @Test("has no block of these", arguments: ["10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "x/8"])
    func malformedBlock(text: String) {
        #expect(IPNetwork(text) == nil)
    }
}
