import Foundation
import HTTP2

/// The rules as a file:
///
///     {"seed": 1, "rules": [
///         {"tokenPrefix": "dead", "status": 410, "reason": "Unregistered", "timestamp": 1767225600000},
///         {"tokenSuffix": "07", "times": 3, "reset": "REFUSED_STREAM"},
///         {"rate": 0.01, "reason": "InternalServerError", "delay": 200},
///         {"after": 1000, "times": 1, "goAway": "before"}
///     ]}
///
/// Conditions: `tokenPrefix`, `tokenSuffix`, `connection`, `after`, `every`, `rate`, `times`, as in ``SimulatorRule``.
/// `delay` is in milliseconds. One effect, or none for a mere delay:
///
/// | member | effect |
/// |---|---|
/// | `reason`, with `status`, `timestamp` (ms) and `retryAfter` (s) as wanted | an answer as Apple's; a known reason brings its status |
/// | `status` with `body`, or with `bodyByteCount` for so many bytes of rubbish | an answer with any body |
/// | `reset`: a name as `REFUSED_STREAM`, or a number | the stream is reset |
/// | `goAway`: `none`, `before`, `this` or a stream's number; `reason` as wanted | GOAWAY with that last stream |
/// | `drop`: `now` or `inAnswer` | the connection is cut |
/// | `silence`: true | no answer |
/// | `streamLimit`: a number | another stream limit |
extension SimulatorRules {
    /// Reads a file of rules.
    ///
    /// - Throws: ``SimulatorFailure/file(path:reason:)`` or ``SimulatorFailure/rules(_:)``.
    public init(file path: String) throws(SimulatorFailure) {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw .file(path: path, reason: "it cannot be read")
        }
        try self.init(json: Array(content))
    }

    /// Reads rules as JSON.
    ///
    /// - Throws: ``SimulatorFailure/rules(_:)``, which names the rule and the member that is at fault.
    public init(json: [UInt8]) throws(SimulatorFailure) {
        let document: Any
        do {
            document = try JSONSerialization.jsonObject(with: Data(json))
        } catch {
            throw .rules("the file is not JSON.")
        }
        guard let top = document as? [String: Any], let list = top["rules"] as? [[String: Any]] else {
            throw .rules(#"the file must be {"rules": [{…}, …]}."#)
        }
        var reader = RuleMembers(top, place: "the file")
        let seed = try reader.integer("seed", atLeast: 0) ?? 1
        reader.ignore("rules")
        try reader.finish()
        var rules: [SimulatorRule] = []
        for (index, members) in list.enumerated() {
            rules.append(try SimulatorRule(members, place: "rule \(index + 1)"))
        }
        self.init(rules, seed: UInt64(seed))
    }
}

extension SimulatorRule {
    fileprivate init(_ source: [String: Any], place: String) throws(SimulatorFailure) {
        var members = RuleMembers(source, place: place)
        var rule = SimulatorRule(.ordinary)
        rule.tokenPrefix = try members.text("tokenPrefix")
        rule.tokenSuffix = try members.text("tokenSuffix")
        rule.connection = try members.integer("connection", atLeast: 1)
        rule.after = try members.integer("after", atLeast: 0) ?? 0
        rule.every = try members.integer("every", atLeast: 1) ?? 1
        rule.rate = try members.share("rate") ?? 1
        rule.times = try members.integer("times", atLeast: 1)
        rule.delay = .milliseconds(try members.integer("delay", atLeast: 0) ?? 0)
        rule.effect = try Self.effect(&members)
        try members.finish()
        self = rule
    }

    private static func effect(_ members: inout RuleMembers) throws(SimulatorFailure) -> Effect {
        if let name = try members.word("reset") {
            guard let code = HTTP2ErrorCode(name) else { throw members.fault("reset", "is no error code of HTTP/2") }
            return .reset(code)
        }
        if let last = try members.word("goAway") {
            let reason = try members.text("reason") ?? "Shutdown"
            return .goAway(lastStream: try lastStream(last, members), reason: reason)
        }
        switch try members.choice("drop", of: ["now", "inAnswer"]) {
        case nil: break
        case "now": return .drop
        default: return .dropInAnswer
        }
        if try members.flag("silence") { return .silence }
        if let limit = try members.integer("streamLimit", atLeast: 0) {
            return .streamLimit(UInt32(clamping: limit))
        }
        return try answer(&members)
    }

    private static func lastStream(_ word: String, _ members: RuleMembers) throws(SimulatorFailure) -> LastStream {
        switch word {
        case "none": return .none
        case "before": return .before
        case "this": return .this
        default:
            guard let number = Int32(word), number >= 0 else {
                throw members.fault("goAway", #"must be "none", "before", "this" or a stream's number"#)
            }
            return .number(number)
        }
    }

    private static func answer(_ members: inout RuleMembers) throws(SimulatorFailure) -> Effect {
        let status = try members.integer("status", atLeast: 200)
        if let status, status > 599 { throw members.fault("status", "must be from 200 to 599") }
        if let body = try members.text("body") { return .answer(status: status ?? 200, body: Array(body.utf8)) }
        if let count = try members.integer("bodyByteCount", atLeast: 0) {
            return .answer(status: status ?? 200, body: Array(repeating: UInt8(ascii: "x"), count: count))
        }
        guard let reason = try members.text("reason") else {
            guard let status else { return .ordinary }
            return .answer(status: status, body: [])
        }
        guard let status = status ?? APNsReason(rawValue: reason)?.status else {
            throw members.fault("reason", "is none of Apple's, and then needs a status")
        }
        let timestamp = try members.integer("timestamp", atLeast: 0)
        let retryAfter = try members.integer("retryAfter", atLeast: 0)
        return .refuse(
            status: status,
            reason: reason,
            timestamp: timestamp.map { Int64($0) },
            retryAfterSeconds: retryAfter
        )
    }
}

/// The members of one JSON object, read by name; whatever is left in the end is a mistake of the writer's.
private struct RuleMembers {
    private var members: [String: Any]
    private let place: String

    init(_ members: [String: Any], place: String) {
        self.members = members
        self.place = place
    }

    func fault(_ name: String, _ fault: String) -> SimulatorFailure {
        .rules("in \(place), \"\(name)\" \(fault).")
    }

    mutating func ignore(_ name: String) { members[name] = nil }

    mutating func text(_ name: String) throws(SimulatorFailure) -> String? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard let text = value as? String else { throw fault(name, "must be a string") }
        return text
    }

    /// One of a few strings.
    mutating func choice(_ name: String, of words: [String]) throws(SimulatorFailure) -> String? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard let word = value as? String, words.contains(word) else {
            throw fault(name, "must be \(words.map { "\"\($0)\"" }.joined(separator: " or "))")
        }
        return word
    }

    /// A string, or a number as a string.
    mutating func word(_ name: String) throws(SimulatorFailure) -> String? {
        if members[name] is String { return try text(name) }
        return try integer(name, atLeast: 0).map { String($0) }
    }

    mutating func integer(_ name: String, atLeast minimum: Int) throws(SimulatorFailure) -> Int? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard let number = value as? Int, number >= minimum else {
            throw fault(name, "must be a whole number of at least \(minimum)")
        }
        return number
    }

    mutating func share(_ name: String) throws(SimulatorFailure) -> Double? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard let number = value as? Double, (0...1).contains(number) else {
            throw fault(name, "must be a number from 0 to 1")
        }
        return number
    }

    mutating func flag(_ name: String) throws(SimulatorFailure) -> Bool {
        guard let value = members.removeValue(forKey: name) else { return false }
        guard let flag = value as? Bool else { throw fault(name, "must be true or false") }
        return flag
    }

    func finish() throws(SimulatorFailure) {
        if let name = members.keys.min() { throw fault(name, "is no member of a rule, or does not go with the others") }
    }
}
