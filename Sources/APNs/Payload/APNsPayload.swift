import JSON

/// The JSON that goes to the device, checked: it is an object, it suits its push type, and its size holds.
///
/// Source: User Notifications, "Generating a remote notification": 4,096 bytes, 5,120 for voip.
public struct APNsPayload: Hashable, Sendable {
    /// The payload as compact UTF-8, which is what counts toward the size.
    public let json: [UInt8]
    /// The type of push that the payload was checked for.
    public let pushType: APNsPushType

    /// Writes a message as a payload.
    public init(_ message: APNsMessage, for pushType: APNsPushType = .alert) throws(APNsRefusal) {
        try self.init(object: message.json, for: pushType)
    }

    /// Takes a whole payload as JSON. What goes out is the same values without the spaces between them.
    public init(json: [UInt8], for pushType: APNsPushType = .alert) throws(APNsRefusal) {
        guard !json.isEmpty else { throw .payloadEmpty }
        let value: JSONValue
        do { value = try JSONValue(reading: json) } catch { throw .payloadNotJSON(error) }
        guard case .object(let object) = value else { throw .payloadNotAnObject }
        try self.init(object: object, for: pushType)
    }

    /// For what is known to be right.
    init(checked json: [UInt8], for pushType: APNsPushType) {
        self.json = json
        self.pushType = pushType
    }

    private init(object: JSONObject, for pushType: APNsPushType) throws(APNsRefusal) {
        try Self.check(object, suits: pushType)
        let json = JSONValue.object(object).written()
        let limit = pushType.maximumPayloadByteCount
        guard json.count <= limit else { throw .payloadTooLarge(byteCount: json.count, limit: limit) }
        self.json = json
        self.pushType = pushType
    }

    /// The payload as text, for a preview.
    public var text: String { String(decoding: json, as: UTF8.self) }

    /// The size that APNs counts.
    public var byteCount: Int { json.count }
}

extension APNsPayload {
    private static func check(_ payload: JSONObject, suits pushType: APNsPushType) throws(APNsRefusal) {
        guard let apsValue = payload["aps"] else {
            // Voice calls are the app's own affair: PushKit hands it whatever object comes.
            if pushType == .voip { return }
            throw .apsMissing
        }
        guard case .object(let aps) = apsValue else { throw .apsNotAnObject }
        switch pushType {
        case .background: try checkBackground(aps)
        case .alert:
            guard personalKeys.contains(where: { aps[$0] != nil }) else { throw .nothingToTell }
        default: break
        }
    }

    private static func checkBackground(_ aps: JSONObject) throws(APNsRefusal) {
        guard case .number(let flag) = aps["content-available"], flag.integer == 1 else {
            throw .backgroundWithoutContentAvailable
        }
        if let key = personalKeys.first(where: { aps[$0] != nil }) { throw .backgroundTellsThePerson(key: key) }
    }

    /// What a person notices of a notification.
    private static let personalKeys = ["alert", "badge", "sound"]
}
