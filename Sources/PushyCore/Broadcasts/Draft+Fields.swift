import APNs

extension Draft {
    /// Takes a draft from the fields of a form or of a JSON body, as the API names them.
    ///
    /// Where nothing is said it goes to all devices in production, at once.
    ///
    /// - Throws: ``DraftFault``, which names the field; a field that no draft has is a fault too.
    public init(_ fields: JSONObject) throws(DraftFault) {
        let reader = FieldReader(fields)
        try reader.refuseOthers(than: Message.fieldNames + Self.fieldNames)
        message = try Message(fields)
        selection = Selection(
            try reader.word("audience", Audience.self) ?? .all,
            in: try reader.word("environment", APNsEnvironment.self) ?? .production
        )
        token = try Self.token(reader)
        scheduledAt = try reader.moment("scheduledAt")
        ratePerSecond = try Self.rate(reader)
    }

    /// The names of the fields besides a message's own.
    public static let fieldNames = ["audience", "environment", "token", "scheduledAt", "ratePerSecond"]

    private static func token(_ reader: FieldReader) throws(DraftFault) -> DeviceToken? {
        guard let text = try reader.text("token") else { return nil }
        do throws(DeviceToken.Invalid) {
            return try DeviceToken(text)
        } catch {
            throw DraftFault(field: "token", reason: error.description)
        }
    }

    private static func rate(_ reader: FieldReader) throws(DraftFault) -> Int? {
        guard let rate = try reader.integer("ratePerSecond") else { return nil }
        guard rate >= 1 else { throw DraftFault(field: "ratePerSecond", reason: "It must be at least 1.") }
        return Int(clamping: rate)
    }
}
