/// A name for a device that may stand in an address and tells nobody where to send: of its token, or of its own.
public enum DeviceHandle: Hashable, Sendable {
    /// APNs reaches it.
    case token(TokenAlias)
    /// Another service does.
    case id(DeviceID)

    /// The name that a text holds; nil when it is none.
    public init?(_ text: String) {
        if let id = DeviceID(text), !id.isAPNs {
            self = .id(id)
        } else if let alias = TokenAlias(text) {
            self = .token(alias)
        } else {
            return nil
        }
    }

    /// As it stands in an address.
    public var text: String {
        switch self {
        case .token(let alias): alias.text
        case .id(let id): id.text
        }
    }
}
