import JSON

/// What a notification shows: a text alone, or its parts.
public enum APNsAlert: Hashable, Sendable {
    /// `"alert": "…"`.
    case text(String)
    /// `"alert": {…}`.
    case parts(APNsAlertParts)
}

extension APNsAlert: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
}

/// The parts of an alert; what is nil is left out.
///
/// A key names a string in the app, which the device formats with the arguments in its owner's language.
///
/// Source: User Notifications, "Generating a remote notification", alert dictionary.
public struct APNsAlertParts: Hashable, Sendable {
    public var title: String?
    public var subtitle: String?
    public var body: String?
    public var launchImage: String?
    public var titleLocKey: String?
    public var titleLocArguments: [String]?
    public var subtitleLocKey: String?
    public var subtitleLocArguments: [String]?
    public var locKey: String?
    public var locArguments: [String]?

    /// The parts that most alerts have; the others can be set.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }
}

extension APNsAlert {
    /// True where nothing would be seen.
    public var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .parts(let parts):
            [parts.title, parts.subtitle, parts.body, parts.titleLocKey, parts.subtitleLocKey, parts.locKey]
                .allSatisfy { $0 ?? "" == "" }
        }
    }

    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .parts(let parts): .object(parts.json)
        }
    }
}

extension APNsAlertParts {
    var json: JSONObject {
        var object = JSONObject()
        object["title"] = title.map(JSONValue.string)
        object["subtitle"] = subtitle.map(JSONValue.string)
        object["body"] = body.map(JSONValue.string)
        object["launch-image"] = launchImage.map(JSONValue.string)
        object["title-loc-key"] = titleLocKey.map(JSONValue.string)
        object["title-loc-args"] = Self.strings(titleLocArguments)
        object["subtitle-loc-key"] = subtitleLocKey.map(JSONValue.string)
        object["subtitle-loc-args"] = Self.strings(subtitleLocArguments)
        object["loc-key"] = locKey.map(JSONValue.string)
        object["loc-args"] = Self.strings(locArguments)
        return object
    }

    private static func strings(_ texts: [String]?) -> JSONValue? {
        texts.map { .array($0.map(JSONValue.string)) }
    }
}
