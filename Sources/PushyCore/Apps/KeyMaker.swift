/// By what way a key was asked for, so that the owner can tell whether it was them.
public enum KeyMaker: String, Hashable, Sendable, Codable {
    /// A form in the owner's browser.
    case page
    /// A program that holds the admin key.
    case program
    /// `pushy apps`.
    case command
}
