import APNs
import PushCrypto

/// What a backend asks for: a message, for whom, and how.
public struct SendRequest: Hashable, Sendable {
    /// Whom a message is for.
    public enum Target: Hashable, Sendable {
        /// All devices of a user.
        case user(UserID)
        case device(DeviceID)
    }

    /// The longest time for which a message may be held, in seconds: a day.
    public static let longestDebounce: Int64 = 86_400

    public let target: Target
    public let message: GatewayMessage
    /// Whether it is only to be looked at what would be sent.
    public let isDryRun: Bool
    /// For how many seconds the message is held, so that a later one to the same user with the same collapse id may take
    /// its place; nil sends it at once.
    public let debounce: Int64?
    let fields: JSONObject

    /// Takes the fields of a body that is for a user's devices, `app` left out.
    public init(toUser fields: JSONObject) throws(DraftFault) {
        let reader = FieldReader(fields)
        let user = try UserID(reader.required("user_id", "whose devices the message is for"))
        try self.init(fields, to: .user(user), named: "user_id")
    }

    /// Takes the fields of a body that is for one device, `app` left out.
    public init(toDevice fields: JSONObject) throws(DraftFault) {
        let reader = FieldReader(fields)
        let text = try reader.required("device_id", "the id that the device's registration answered")
        guard let device = DeviceID(text) else {
            throw reader.fault(
                "device_id",
                "\"\(text.prefix(64))\" is none: send the id that the registration answered."
            )
        }
        try self.init(fields, to: .device(device), named: "device_id")
    }

    private init(_ fields: JSONObject, to target: Target, named name: String) throws(DraftFault) {
        let reader = FieldReader(fields)
        let names = GatewayMessage.fieldNames + [name, "dry_run", "debounce"]
        try reader.refuseOthers(than: names, in: "A message")
        self.fields = reader.only(names)
        self.target = target
        message = try GatewayMessage(fields)
        isDryRun = try reader.flag("dry_run") ?? false
        debounce = try reader.integer("debounce")
        guard let debounce else { return }
        guard (1...Self.longestDebounce).contains(debounce) else {
            throw reader.fault("debounce", "It must be 1 to \(Self.longestDebounce) seconds.")
        }
        guard case .user = target else {
            throw reader.fault("debounce", "It goes by user: leave it out, or send to a user.")
        }
    }

    /// The same for the same request, in whatever order its members came, and another for any other.
    var digest: String { Base64URL.encode(SHA256.hash(JSONValue.object(fields.canonical).written())) }
}
