import Foundation

/// That the owner's key was once entered in a browser: what it keeps beyond the session, so that strangers who guess the
/// key cannot keep its owner from the login form.
///
/// It opens nothing: the key must be entered all the same.
public struct KnownBrowser: Hashable, Sendable {
    /// As long as browsers keep a cookie at most.
    ///
    /// Source: RFC 6265bis, section 5.5, 400 days.
    public static let lifetime: TimeInterval = 400 * 86_400

    /// Tells one browser from another.
    public let id: String
}

extension OwnerSessions {
    /// What a browser keeps in which the key was entered just now.
    public func markBrowser() -> String {
        OwnerTicket(for: .browser, beginningAt: now(), lifetime: KnownBrowser.lifetime, by: key).text
    }

    /// The browser of a mark; nil when the mark is not ours, or too old.
    public func browser(mark: String) -> KnownBrowser? {
        guard let ticket = OwnerTicket(mark, for: .browser, by: key), ticket.expiresAt > now() else { return nil }
        return KnownBrowser(id: ticket.id)
    }
}
