/// A cookie that a response sets: for the whole site, unreadable to scripts, and never sent along from another site.
///
/// Source: RFC 6265 §4.1; `SameSite` from RFC 6265bis.
public struct SessionCookie: Hashable, Sendable {
    /// The name: letters, digits, dashes and underscores.
    public var name: String
    /// The value: no space, quote, comma, semicolon or backslash; Base64url is.
    public var value: String
    /// The path that it is for, and all beneath it.
    public var path: String
    /// How long a browser keeps it; until it is closed when nil; it is deleted at once when zero.
    public var lifetime: Duration?
    /// Whether it is sent over TLS only.
    public var isSecure: Bool

    /// A cookie.
    public init(_ name: String, _ value: String, path: String = "/", lifetime: Duration? = nil, isSecure: Bool) {
        self.name = name
        self.value = value
        self.path = path
        self.lifetime = lifetime
        self.isSecure = isSecure
    }

    /// The value of `Set-Cookie`.
    public var headerValue: String {
        var text = "\(name)=\(value); Path=\(path); HttpOnly; SameSite=Strict"
        if let lifetime { text += "; Max-Age=\(lifetime.components.seconds)" }
        if isSecure { text += "; Secure" }
        return text
    }
}

extension HTTPResponse {
    /// Has the browser keep a cookie.
    public mutating func set(_ cookie: SessionCookie) {
        headers.add("Set-Cookie", cookie.headerValue)
    }
}
