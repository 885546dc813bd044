import APNs
import Foundation

/// Whether a 410 is proof enough to delete a token.
enum DeletionRule {
    /// Only the host that the token was registered for can say so, and only about a moment after the registration.
    ///
    /// A token that never named an environment is taken for production's: a sandbox host refuses every production token,
    /// and must not cost one. A record without a date was never registered here, so nothing newer is known.
    static func allows(deleting token: TokenOrigin, goneSince since: Date, by environment: APNsEnvironment) -> Bool {
        guard (token.environment ?? .production) == environment else { return false }
        guard let registered = token.registered else { return true }
        // A record keeps whole seconds: the registration may have been at the end of its second.
        return since >= registered + 1
    }
}
