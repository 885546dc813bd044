import Foundation
import PushCrypto

/// That the owner's key was once entered in a browser: what it keeps beyond the session, so that strangers who guess the
/// key cannot keep its owner from the login form.
///
/// It opens nothing: the key must be entered all the same.
public struct KnownBrowser: Hashable, Sendable {
    /// As long as browsers keep a cookie at most.
    ///
    /// Source: RFC 6265bis, section 5.5, 400 days.
    public static let lifetime: TimeInterval = 400 * 86_400

    private static let purpose = "browser"

    /// Tells one browser from another.
    public let id: String
    /// When it is unknown again.
    public let expiresAt: Date

    /// A browser in which the key was entered now.
    init(knownSince moment: Date) {
        id = Base64URL.encode(SecureRandom.bytes(16))
        expiresAt = Date(timeIntervalSince1970: (moment + Self.lifetime).timeIntervalSince1970.rounded(.down))
    }

    /// What the browser keeps; a changed key makes it worthless.
    func mark(by key: AccessKey) -> String {
        "\(contents).\(key.code(for: contents, purpose: Self.purpose))"
    }

    /// The browser of a mark that this key made, whether it is still good or not.
    init?(mark: String, by key: AccessKey) {
        let parts = mark.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let unixSeconds = Int64(parts[1]) else { return nil }
        id = parts[0]
        expiresAt = Date(timeIntervalSince1970: Double(unixSeconds))
        guard key.isCode(parts[2], for: contents, purpose: Self.purpose) else { return nil }
    }

    private var contents: String { "\(id).\(Int64(expiresAt.timeIntervalSince1970))" }
}

extension OwnerSessions {
    /// What a browser keeps in which the key was entered just now.
    public func markBrowser() -> String {
        KnownBrowser(knownSince: now()).mark(by: key)
    }

    /// The browser of a mark; nil when the mark is not ours, or too old.
    public func browser(mark: String) -> KnownBrowser? {
        guard let browser = KnownBrowser(mark: mark, by: key), browser.expiresAt > now() else { return nil }
        return browser
    }
}
