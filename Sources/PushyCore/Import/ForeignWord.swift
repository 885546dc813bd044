import APNs

/// The names that other services give to what a record says, in small letters, without dashes and underscores.
enum ForeignName {
    /// A name in the form of these lists.
    static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    static let pro: Set = [
        "pro", "ispro", "haspro", "prouser", "isprouser", "premium", "ispremium", "haspremium", "paid", "ispaid",
    ]

    /// Of these a word counts, and a number does not: a tier of 1 may be the lowest.
    static let tier: Set = ["plan", "tier"]

    /// The first of these that is a date counts.
    static let registered = [
        "registered", "registeredat", "created", "createdat", "added", "addedat", "timestamp", "ts", "date",
        "updatedat",
    ]

    static let environment: Set = ["environment", "env", "apnsenvironment", "apsenvironment"]
    static let sandbox: Set = ["sandbox", "issandbox", "debug", "isdebug"]
}

/// The words that other services say it with.
enum ForeignWord {
    /// Whether a value means yes, or pro; nil when it says nothing of the kind.
    static func truth(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let value): value
        case .number(let number): number.integer == 1 ? true : number.integer == 0 ? false : nil
        case .string(let text): answers[word(text)] ?? tiers[word(text)]
        case .null, .array, .object: nil
        }
    }

    /// Whether the name of a plan means pro; nil when it says nothing about it.
    static func tier(_ value: JSONValue) -> Bool? {
        guard case .string(let text) = value else { return nil }
        return tiers[word(text)]
    }

    /// The environment that a value means; nil when it is none.
    static func environment(_ value: JSONValue) -> APNsEnvironment? {
        guard case .string(let text) = value else { return nil }
        return environments[word(text)]
    }

    private static let answers = ["true": true, "1": true, "yes": true, "false": false, "0": false, "no": false]

    private static let tiers = ["pro": true, "premium": true, "paid": true, "free": false, "basic": false]

    private static let environments: [String: APNsEnvironment] = [
        "production": .production, "prod": .production, "release": .production,
        "sandbox": .sandbox, "development": .sandbox, "dev": .sandbox, "debug": .sandbox,
    ]

    /// The text in small letters, without blanks and quotes around it.
    private static func word(_ text: String) -> String {
        let trimmed = text.drop { $0.isWhitespace || $0 == "\"" }
        return String(trimmed.reversed().drop { $0.isWhitespace || $0 == "\"" }.reversed()).lowercased()
    }
}
