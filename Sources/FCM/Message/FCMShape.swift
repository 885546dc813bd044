import JSON

/// The shape that a member of a message must have.
indirect enum FCMShape: Sendable {
    case text
    case flag
    case integer
    case number
    /// Seconds with an s behind them, such as `3.5s`; a bare number of seconds is written so.
    case duration
    /// A moment as RFC 3339 has it.
    case moment
    /// One of these words, in any case.
    case word([String])
    /// An object of texts; what is no text is written as one, for FCM refuses it otherwise.
    case texts
    /// Any object: Apple's payload, or a browser's notification.
    case anyObject
    case list(FCMShape)
    case object([String: FCMShape])

    /// The value in the form that FCM takes, or why it takes none.
    func check(_ value: JSONValue, at path: String) throws(FCMRefusal) -> JSONValue {
        switch (self, value) {
        case (.text, .string), (.flag, .bool), (.number, .number), (.anyObject, .object): return value
        case (.integer, .number(let number)) where number.integer.flatMap({ Int32(exactly: $0) }) != nil: return value
        case (.duration, .number(let number)) where Self.isDuration(number.text + "s"):
            return .string(number.text + "s")
        case (.duration, .string(let text)) where Self.isDuration(text): return value
        case (.moment, .string(let text)) where text.wholeMatch(of: Self.momentPattern) != nil: return value
        case (.word(let words), .string(let text)):
            guard words.contains(text.uppercased()) else {
                throw .wrongType(path, "one of \(words.joined(separator: ", "))")
            }
            return .string(text.uppercased())
        case (.texts, .object(let object)): return .object(try Self.texts(object))
        case (.list(let shape), .array(let values)):
            var checked: [JSONValue] = []
            for (index, value) in values.enumerated() {
                checked.append(try shape.check(value, at: "\(path)[\(index)]"))
            }
            return .array(checked)
        case (.object(let shapes), .object(let object)):
            var checked = JSONObject()
            for member in object.members {
                let name = Self.camelCase(member.name)
                guard let shape = shapes[name] else { throw .unknownMember("\(path).\(member.name)") }
                checked[name] = try shape.check(member.value, at: "\(path).\(name)")
            }
            return .object(checked)
        default: throw .wrongType(path, expectation)
        }
    }

    private static func texts(_ object: JSONObject) throws(FCMRefusal) -> JSONObject {
        var texts = JSONObject()
        for member in object.members {
            switch member.value {
            case .string: texts[member.name] = member.value
            case .null: throw .dataIsNull(member.name)
            case let value: texts[member.name] = .string(String(decoding: value.written(), as: UTF8.self))
            }
        }
        return texts
    }

    private static func camelCase(_ name: String) -> String {
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    /// Protobuf's Duration in JSON; never negative where FCM takes one.
    private static func isDuration(_ text: String) -> Bool {
        text.wholeMatch(of: /[0-9]{1,12}(\.[0-9]{1,9})?s/) != nil
    }

    private static var momentPattern: Regex<Substring> {
        /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})/
    }

    private var expectation: String {
        switch self {
        case .text, .word: "a text"
        case .flag: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .duration: "seconds with an s behind them, such as 3.5s"
        case .moment: "a moment such as 2026-12-24T09:00:00Z"
        case .texts: "an object of texts"
        case .anyObject, .object: "an object"
        case .list: "a list"
        }
    }
}
