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
        message = .notification(try Message(fields))
        selection = Selection(
            try reader.word("audience", Audience.self) ?? .all,
            in: try reader.word("environment", APNsEnvironment.self) ?? .production
        )
        token = try Self.token(reader)
        scheduledAt = try Self.schedule(reader, "scheduledAt", at: moment)
        ratePerSecond = try Self.rate(reader, "ratePerSecond")
        if let text = try reader.text("app") { app = try Self.app(text) }
    }

    /// The names of the fields besides a message's own.
    public static let fieldNames = ["app", "audience", "environment", "token", "scheduledAt", "ratePerSecond"]

    /// Takes a draft for all devices of an app, whatever service reaches them, from the fields of a backend's body, `app`
    /// left out.
    ///
    /// - Throws: ``DraftFault``, which names the field; a field that no such draft has is a fault too.
    public init(toAllOf app: AppID, _ fields: JSONObject, at moment: Date) throws(DraftFault) {
        let reader = FieldReader(fields)
        try reader.refuseOthers(than: GatewayMessage.fieldNames + Self.gatewayFieldNames, in: "A broadcast")
        message = .everywhere(try GatewayMessage(fields), try PlatformFilter(fields["platform"]))
        selection = Selection(try reader.word("audience", Audience.self) ?? .all, in: .production)
        scheduledAt = try Self.schedule(reader, "scheduled_at", at: moment)
        ratePerSecond = try Self.rate(reader, "rate_per_second")
        self.app = app
    }

    private static let gatewayFieldNames = ["audience", "platform", "scheduled_at", "rate_per_second"]

    private static func app(_ text: String) throws(DraftFault) -> AppID {
        do throws(DraftFault) {
            return try AppID(text)
        } catch {
            throw DraftFault(field: "app", reason: error.reason)
        }
    }

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

    private static func schedule(
        _ reader: FieldReader,
        _ name: String,
        at moment: Date
    ) throws(DraftFault) -> Date? {
        guard let schedule = try reader.moment(name) else { return nil }
        guard schedule > moment - lateness else {
            let reason = "\(schedule.formatted(.iso8601)) has passed. Leave it out to send at once."
            throw DraftFault(field: name, reason: reason)
        }
        return schedule
    }

    private static func rate(_ reader: FieldReader, _ name: String) throws(DraftFault) -> Int? {
        guard let rate = try reader.integer(name) else { return nil }
        guard rate >= 1 else { throw DraftFault(field: name, reason: "It must be at least 1.") }
        return Int(clamping: rate)
    }
}
