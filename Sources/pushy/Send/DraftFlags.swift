import APNs
import PushyCore

/// The flags of `pushy send` that make a draft: the fields of the API, under its rules.
enum DraftFlags {
    /// The flags that say a text of the message, each with the field that it stands for.
    private static let texts: [(field: String, setting: Setting<String>)] = [
        ("title", Setting.text(Flag("title", .value("TEXT"), help: "The first line."))),
        ("subtitle", Setting.text(Flag("subtitle", .value("TEXT"), help: "The line below it."))),
        ("body", Setting.text(Flag("body", .value("TEXT"), help: "The message."))),
        ("url", Setting.text(Flag("url", .value("URL"), help: "A link, which the app receives as url."))),
        ("image", Setting.text(Flag("image", .value("URL"), help: "An image, https only; the app fetches it."))),
        ("sound", Setting.text(Flag("sound", .value("NAME"), help: "A sound of the app's, or default."))),
        (
            "collapseId",
            Setting.text(Flag("collapse-id", .value("ID"), help: "Replaces what came before with the same ID."))
        ),
    ].map { ($0, $1.forOneRun) }
    private static let badge = Setting.number(
        Flag("badge", .value("N"), help: "The number on the app's icon; 0 takes it away."),
        in: 0...Int.max
    ).forOneRun
    private static let payload = Setting<JSONValue>(
        Flag("payload", .value("JSON"), help: "A whole payload instead of the texts above.").forOneRun
    ) { text throws(Misfit) in
        do {
            return try JSONValue(reading: Array(text.utf8))
        } catch {
            throw Misfit("mend the JSON: \(error)")
        }
    }
    private static let audience = Setting<Audience>.choice(
        Flag("audience", .value("AUDIENCE"), default: "all", help: "all, or only those who are pro, or free.")
    )
    private static let environment = Setting<APNsEnvironment>.choice(
        Flag(
            "environment",
            .value("ENVIRONMENT"),
            default: "production",
            help: "production (TestFlight and App Store), or sandbox (debug builds from Xcode)."
        )
    )
    private static let token = Setting.text(
        Flag("token", .value("TOKEN"), help: "One device only, instead of an audience.").forOneRun
    )
    private static let rate = Setting.number(
        Flag("rate-per-second", .value("N"), help: "At most so many notifications a second."),
        in: 1...Int.max,
        of: "notifications"
    )

    static let messageSection = FlagSection(
        title: "The message",
        flags: texts.map(\.setting.flag) + [badge.flag, payload.flag]
    )
    static let audienceSection = FlagSection(
        title: "For whom",
        flags: [audience.flag, environment.flag, token.flag, rate.flag]
    )

    /// Reads the draft that the flags make.
    ///
    /// - Throws: a complaint that names the flag, and the mend.
    static func draft(from inputs: Inputs) throws(Complaint) -> Draft {
        var fields = JSONObject()
        for (field, setting) in texts { fields[field] = try inputs.optional(setting).map(JSONValue.string) }
        fields["badge"] = try inputs.optional(badge).map(JSONValue.integer)
        fields["payload"] = try inputs.optional(payload)
        fields["audience"] = .string(try inputs.value(audience).rawValue)
        fields["environment"] = .string(try inputs.value(environment).rawValue)
        fields["token"] = try inputs.optional(token).map(JSONValue.string)
        fields["ratePerSecond"] = try inputs.optional(rate).map(JSONValue.integer)
        do {
            return try Draft(fields)
        } catch {
            throw .usage("--\(error.field.hyphenated): \(error.reason)")
        }
    }
}

extension String {
    /// The name of a field as a flag: `collapse-id` of `collapseId`.
    fileprivate var hyphenated: String {
        reduce(into: "") { text, letter in text += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
    }
}
