import HTTPClient
import Testing

@Suite("An address on the web")
struct HTTPAddressTests {
    @Test("has scheme, host and port, and the origin that they make")
    func parts() throws {
        let address = try #require(HTTPAddress("https://Push.Example.com/path?query#fragment"))
        #expect(address.scheme == "https")
        #expect(address.hostPort == HostPort(host: "push.example.com", port: 443))
        #expect(address.origin == "https://push.example.com")
        #expect(!address.hasUserInfo)
        #expect(HTTPAddress("http://[::1]:8080/")?.origin == "http://[::1]:8080")
        #expect(HTTPAddress("https://a:443/")?.origin == "https://a")
        #expect(HTTPAddress("http://a:443/")?.origin == "http://a:443")
    }

    @Test(
        "shows users and passwords",
        arguments: ["https://u@a/", "https://u:p@a/", "https://:p@a/", "https://a@b@c/"]
    )
    func users(text: String) {
        #expect(HTTPAddress(text)?.hasUserInfo ?? true)
    }

    @Test(
        "is nothing without scheme and host, or with what does not belong there",
        arguments: [
            "", "a", "a/b", "//a/", "ftp://a/", "file:///etc/passwd", "https://", "https://a:0/",
            "https://a:65536/", "https://a b/", "https://a\n/", "https://a\u{0}.b/", "https://a/\r\nX: y",
        ]
    )
    func others(text: String) {
        #expect(HTTPAddress(text) == nil)
    }
}
