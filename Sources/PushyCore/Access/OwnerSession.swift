import Foundation
import PushCrypto

/// That somebody has shown the owner's key, for a while: what a browser holds after the login form.
public struct OwnerSession: Hashable, Sendable {
    /// How long it lasts: an afternoon's work, not a forgotten tab.
    public static let lifetime: TimeInterval = 12 * 3_600

    /// Tells one session from another.
    public let id: String
    /// When it ends by itself.
    public let expiresAt: Date

    /// A session that begins now.
    init(beginningAt moment: Date) {
        id = Base64URL.encode(SecureRandom.bytes(16))
        expiresAt = Date(timeIntervalSince1970: (moment + Self.lifetime).timeIntervalSince1970.rounded(.down))
    }
}

extension OwnerSession {
    private static let purpose = "session"
    private static let formPurpose = "form"

    /// What the browser keeps: the session, and a code that only the server's key can make, so that a changed key ends
    /// all sessions.
    func ticket(by key: AccessKey) -> String {
        "\(contents).\(key.code(for: contents, purpose: Self.purpose))"
    }

    /// The session of a ticket that this key made, whether it is over or not.
    init?(ticket: String, by key: AccessKey) {
        let parts = ticket.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let unixSeconds = Int64(parts[1]) else { return nil }
        id = parts[0]
        expiresAt = Date(timeIntervalSince1970: Double(unixSeconds))
        guard key.isCode(parts[2], for: contents, purpose: Self.purpose) else { return nil }
    }

    /// What each form of the session carries, so that a form of another site cannot pass for one.
    func formToken(by key: AccessKey) -> String {
        key.code(for: id, purpose: Self.formPurpose)
    }

    func isFormToken(_ token: String, by key: AccessKey) -> Bool {
        key.isCode(token, for: id, purpose: Self.formPurpose)
    }

    private var contents: String { "\(id).\(Int64(expiresAt.timeIntervalSince1970))" }
}
