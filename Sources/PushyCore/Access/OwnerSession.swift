import Foundation

/// That somebody has shown the owner's key, for a while: what a browser holds after the login form.
public struct OwnerSession: Hashable, Sendable {
    /// How long it lasts: an afternoon's work, not a forgotten tab.
    public static let lifetime: TimeInterval = 12 * 3_600

    private static let formPurpose = "form"

    private let ticket: OwnerTicket

    /// Tells one session from another.
    public var id: String { ticket.id }
    /// When it ends by itself.
    public var expiresAt: Date { ticket.expiresAt }
    /// What the browser keeps; a changed key ends all sessions.
    public var ticketText: String { ticket.text }

    /// A session that begins at a moment.
    init(beginningAt moment: Date, by key: AccessKey) {
        ticket = OwnerTicket(for: .session, beginningAt: moment, lifetime: Self.lifetime, by: key)
    }

    /// The session of a ticket that this key made, whether it is over or not.
    init?(ticket text: String, by key: AccessKey) {
        guard let ticket = OwnerTicket(text, for: .session, by: key) else { return nil }
        self.ticket = ticket
    }

    /// What each form of the session carries, so that a form of another site cannot pass for one.
    func formToken(by key: AccessKey) -> String {
        key.code(for: id, purpose: Self.formPurpose)
    }

    func isFormToken(_ token: String, by key: AccessKey) -> Bool {
        key.isCode(token, for: id, purpose: Self.formPurpose)
    }
}
