import APNs

/// A message for devices of any service: what is to be shown, said once.
///
/// The fields are kept as they came; what each service gets is made of them for the moment at which it is sent.
public struct GatewayMessage: Hashable, Sendable {
    /// How soon a message is delivered.
    public enum Priority: String, Hashable, Sendable, CaseIterable {
        /// At once; what holds when nothing is said.
        case high
        /// When it suits the device's battery.
        case normal
    }

    /// The longest time to live: four weeks, FCM's limit, which browsers' services share.
    static let longestTTL: Int64 = 2_419_200

    /// The fields as they came, those that are not a message's left out.
    public let fields: JSONObject

    let title: String?
    let body: String?
    let data: JSONObject
    let badge: UInt?
    let sound: String?
    let image: String?
    let url: String?
    let collapseID: String?
    /// Seconds; nil leaves it to the service.
    let ttl: Int64?
    let priority: Priority
    /// What a device shows the message under where it names no collapse id, so that a repeat replaces the first.
    var repeatTag: String?
    /// What only one of the services has.
    private let own: [PushServiceKind: JSONObject]

    /// Takes the fields of a message; those that are not a message's are left alone.
    ///
    /// - Throws: ``DraftFault``, which names the field.
    public init(_ fields: JSONObject) throws(DraftFault) {
        let reader = FieldReader(fields)
        self.fields = reader.only(Self.fieldNames)
        title = try reader.text("title")
        body = try reader.text("body")
        data = try reader.object("data") ?? JSONObject()
        badge = try reader.count("badge")
        sound = try reader.text("sound")
        image = try Self.address(reader, "image", isHTTPS: true)
        url = try Self.address(reader, "url", isHTTPS: false)
        collapseID = try reader.text("collapse_id")
        ttl = try reader.integer("ttl")
        priority = try reader.word("priority", Priority.self) ?? .high
        own = [
            .apns: try reader.object("apns") ?? JSONObject(), .fcm: try reader.object("fcm") ?? JSONObject(),
            .webPush: try reader.object("webpush") ?? JSONObject(),
        ]
        if let ttl, !(0...Self.longestTTL).contains(ttl) {
            throw reader.fault("ttl", "It must be 0 to \(Self.longestTTL) seconds, which are four weeks.")
        }
        if let collapseID, !(1...64).contains(collapseID.utf8.count) {
            throw reader.fault("collapse_id", "It must have 1 to 64 bytes.")
        }
        let isEmpty = (title ?? "").isEmpty && (body ?? "").isEmpty && data.isEmpty
        guard !isEmpty || own.values.contains(where: { !$0.isEmpty }) else {
            throw reader.fault("body", "There is nothing to show. Write a title or a body.")
        }
    }

    /// The names of a message's fields.
    public static let fieldNames = [
        "title", "body", "data", "badge", "sound", "image", "url", "collapse_id", "ttl", "priority", "apns", "fcm",
        "webpush",
    ]

    /// What only one service has of the message.
    func own(of service: PushServiceKind) -> JSONObject { own[service] ?? JSONObject() }

    /// Whether there is nothing to show, and the message only wakes the app.
    var isSilent: Bool { (title ?? "").isEmpty && (body ?? "").isEmpty }

    private static func address(_ reader: FieldReader, _ name: String, isHTTPS: Bool) throws(DraftFault) -> String? {
        guard let text = try reader.text(name) else { return nil }
        if isHTTPS, !text.hasPrefix("https://") { throw reader.fault(name, "It must begin with https://.") }
        return text
    }
}

extension GatewayMessage: Codable {
    public init(from decoder: any Decoder) throws { try self.init(JSONObject(textFrom: decoder)) }

    public func encode(to encoder: any Encoder) throws { try fields.encode(asTextTo: encoder) }
}
