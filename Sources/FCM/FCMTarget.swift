import JSON

/// Whom a message is for.
public enum FCMTarget: Hashable, Sendable {
    /// One installation of an app, by its registration token.
    case token(String)
    /// One installation, by its Firebase installation ID.
    case installation(String)
    /// Everybody who subscribed to a topic.
    case topic(String)
    /// Everybody whose topics fulfil a condition.
    case condition(String)

    /// The member that names it, with its value.
    var member: (name: String, value: String) {
        switch self {
        case .token(let token): ("token", token)
        case .installation(let identifier): ("fid", identifier)
        case .topic(let topic): ("topic", topic)
        case .condition(let condition): ("condition", condition)
        }
    }
}
