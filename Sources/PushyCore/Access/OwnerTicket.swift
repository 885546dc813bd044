import Foundation
import PushCrypto

/// That the owner's key was once entered in a browser: a name, a time, and a code that only the key can make, so that a
/// changed key makes it worthless. The browser keeps it and the server nothing.
struct OwnerTicket: Hashable, Sendable {
    /// What a ticket is good for; one for the one is worth nothing for the other.
    enum Purpose: String {
        case session
        case browser
    }

    /// Tells one ticket from another.
    let id: String
    /// When it ends by itself, to the second.
    let expiresAt: Date
    /// What the browser keeps.
    let text: String

    /// A ticket that begins at a moment.
    init(for purpose: Purpose, beginningAt moment: Date, lifetime: TimeInterval, by key: AccessKey) {
        id = Base64URL.encode(SecureRandom.bytes(16))
        let unixSeconds = Int64((moment + lifetime).timeIntervalSince1970)
        expiresAt = Date(timeIntervalSince1970: Double(unixSeconds))
        let contents = "\(id).\(unixSeconds)"
        text = "\(contents).\(key.code(for: contents, purpose: purpose.rawValue))"
    }

    /// The ticket of a text that this key made for this purpose, whether it is over or not; nil for any other text.
    init?(_ text: String, for purpose: Purpose, by key: AccessKey) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let unixSeconds = Int64(parts[1]),
            key.isCode(parts[2], for: "\(parts[0]).\(parts[1])", purpose: purpose.rawValue)
        else { return nil }
        id = parts[0]
        expiresAt = Date(timeIntervalSince1970: Double(unixSeconds))
        self.text = text
    }
}
