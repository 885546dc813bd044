import HTTPServer
import Testing

@Suite("Cookies")
struct CookieTests {
    @Test("are found by name, quotes taken away")
    func read() {
        let request = HTTPRequest(.get, "/", headers: ["Cookie": "a=1; session=\"x=y\"; ab=2; session=late"])
        #expect(request.cookie("session") == "x=y")
        #expect(request.cookie("a") == "1")
        #expect(request.cookie("ab") == "2")
        #expect(request.cookie("b") == nil)
    }

    @Test("of a session are shut to scripts and to other sites")
    func write() {
        var response = HTTPResponse.redirect(to: "/admin")
        response.set(SessionCookie("session", "abc", path: "/admin", lifetime: .seconds(60), isSecure: true))
        #expect(
            response.headers["Set-Cookie"]
                == "session=abc; Path=/admin; HttpOnly; SameSite=Strict; Max-Age=60; Secure"
        )
    }
}
