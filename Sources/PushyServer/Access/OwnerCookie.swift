import HTTPServer
import PushyCore

/// The cookies of the owner's browser: out of reach of scripts and of other sites, for the owner's pages only, and
/// `Secure` wherever the browser speaks https.
enum OwnerCookie: String, Sendable {
    /// Keeps the browser logged in.
    case session = "pushy_session"
    /// Says that the key was entered in the browser before; only the login form gets it.
    case browser = "pushy_browser"

    /// Has the browser keep it.
    func set(_ value: String, in response: inout HTTPResponse, for request: HTTPRequest) {
        response.set(cookie(value, lifetime: lifetime, isSecure: request.isSecure))
    }

    /// Has the browser drop it.
    func drop(in response: inout HTTPResponse, for request: HTTPRequest) {
        response.set(cookie("", lifetime: .zero, isSecure: request.isSecure))
    }

    private func cookie(_ value: String, lifetime: Duration, isSecure: Bool) -> SessionCookie {
        SessionCookie(rawValue, value, path: path, lifetime: lifetime, isSecure: isSecure)
    }

    private var path: String {
        switch self {
        case .session: "/admin"
        case .browser: "/admin/login"
        }
    }

    private var lifetime: Duration {
        switch self {
        case .session: .seconds(OwnerSession.lifetime)
        case .browser: .seconds(KnownBrowser.lifetime)
        }
    }
}

extension HTTPRequest {
    /// What the browser kept in a cookie.
    func cookie(_ cookie: OwnerCookie) -> String? { self.cookie(cookie.rawValue) }
}
