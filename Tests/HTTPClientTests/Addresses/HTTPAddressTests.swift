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
        "has one spelling for all that lead to the same",
        arguments: [
            "https://push.example.com/a%2Fb/../C?d=%e9", "HTTPS://Push.EXAMPLE.com/a%2Fb/../C?d=%e9",
            "https://push.example.com:443/a%2Fb/../C?d=%e9", "https://push.example.com:0443/a%2Fb/../C?d=%e9#here",
            "https://push.example.com:/a%2Fb/../C?d=%e9#", "https://%70ush.example.com/a%2Fb/../C?d=%e9",
        ]
    )
    func canonical(text: String) {
        #expect(HTTPAddress(text)?.canonical == "https://push.example.com/a%2Fb/../C?d=%e9")
    }

    @Test("has a path in its one spelling, and keeps a port that is not the scheme's own")
    func canonicalPath() {
        #expect(HTTPAddress("https://a")?.canonical == "https://a/")
        #expect(HTTPAddress("https://a?b#c")?.canonical == "https://a/?b")
        #expect(HTTPAddress("https://a#b?c")?.canonical == "https://a/")
        #expect(HTTPAddress("https://[::1]:08443/")?.canonical == "https://[::1]:8443/")
        #expect(HTTPAddress("https://a./")?.canonical == "https://a./")
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
            "https://a:65536/", "https://a b/", "https://a\n/", "https://a\u{0}.b/", "https:/a/", "https:///a/",
            "https://a/\r\nX: y",
        ]
    )
    func others(text: String) {
        #expect(HTTPAddress(text) == nil)
    }
}
