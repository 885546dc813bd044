import HTTPServer
import PushyCore

/// The cookie that keeps a browser logged in: out of reach of scripts and of other sites, and for the owner's pages only.
enum SessionCookie {
    static let name = "pushy_session"

    /// The value of `Set-Cookie` that begins a session; `Secure` wherever the browser speaks https.
    static func keeping(_ ticket: String, isSecure: Bool) -> String {
        cookie(ticket, seconds: Int(OwnerSession.lifetime), isSecure: isSecure)
    }

    /// The value of `Set-Cookie` that ends it.
    static func dropping(isSecure: Bool) -> String {
        cookie("", seconds: 0, isSecure: isSecure)
    }

    private static func cookie(_ value: String, seconds: Int, isSecure: Bool) -> String {
        "\(name)=\(value); Path=/admin; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
