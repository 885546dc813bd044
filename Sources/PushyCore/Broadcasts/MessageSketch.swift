import APNs

/// A message while it is being written: what a device would show of it and how large it is, even when it is too large.
public struct MessageSketch: Hashable, Sendable {
    /// The payload in as few bytes as it can be written with.
    public let payload: String
    /// The size that APNs counts.
    public let byteCount: Int
    /// The largest size that APNs takes.
    public let byteLimit: Int
    /// The words that a device shows.
    public let alert: Message.ShownAlert
    /// Whether it wakes the app alone, and shows nothing.
    public let isBackground: Bool

    /// Takes the fields of a message; those that are not a message's are left alone.
    ///
    /// - Throws: ``DraftFault`` when no payload can be made of them at all.
    public init(_ fields: JSONObject) throws(DraftFault) {
        let (object, pushType) = try Message.uncheckedPayload(FieldReader(fields))
        let json = JSONValue.object(object).written()
        payload = String(decoding: json, as: UTF8.self)
        byteCount = json.count
        byteLimit = pushType.maximumPayloadByteCount
        alert = Message.ShownAlert(of: .object(object))
        isBackground = pushType == .background
    }
}
