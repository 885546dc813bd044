import APNs
import Foundation

extension Draft {
    /// Takes a draft from the fields of a form or of a JSON body, as the API names them.
    ///
    /// Where nothing is said it goes to all devices in production, at once. A time that has passed is a fault: a wrong
    /// year must not send at once.
    ///
    /// - Throws: ``DraftFault``, which names the field; a field that no draft has is a fault too.
    public init(_ fields: JSONObject, at moment: Date = Date()) throws(DraftFault) {
        let reader = FieldReader(fields)
        try reader.refuseOthers(than: Message.fieldNames + Self.fieldNames, in: "A broadcast")
        message = try Message(fields)
        selection = Selection(
            try reader.word("audience", Audience.self) ?? .all,
            in: try reader.word("environment", APNsEnvironment.self) ?? .production
        )
        token = try Self.token(reader)
        scheduledAt = try Self.schedule(reader, at: moment)
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

    /// As long as a form may take from its button to here.
    private static let lateness: TimeInterval = 60

    private static func schedule(_ reader: FieldReader, at moment: Date) throws(DraftFault) -> Date? {
        guard let schedule = try reader.moment("scheduledAt") else { return nil }
        guard schedule > moment - lateness else {
            let reason = "\(schedule.formatted(.iso8601)) has passed. Leave it out to send at once."
            throw DraftFault(field: "scheduledAt", reason: reason)
        }
        return schedule
    }

    private static func rate(_ reader: FieldReader) throws(DraftFault) -> Int? {
        guard let rate = try reader.integer("ratePerSecond") else { return nil }
        guard rate >= 1 else { throw DraftFault(field: "ratePerSecond", reason: "It must be at least 1.") }
        return Int(clamping: rate)
    }
}
