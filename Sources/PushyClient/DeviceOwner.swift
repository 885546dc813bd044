/// Whose device it is, as far as the app has said.
enum DeviceOwner: Codable, Hashable, Sendable {
    /// The app said nothing: whoever the server knows stays.
    case unnamed
    /// Nobody's, as after signing out.
    case nobody
    /// The user's whom the app's backend calls so.
    case user(String)
}
