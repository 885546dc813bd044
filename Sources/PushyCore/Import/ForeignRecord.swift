import APNs
import Foundation
import WorkersKV

/// What another service kept about a token, in whatever shape: an object with other names, a bare word, or nothing but
/// metadata.
struct ForeignRecord {
    private let original: [UInt8]
    /// The members of the value, if it is an object.
    private let members: JSONObject
    /// The value, if it is none and says anything.
    private let bare: JSONValue?
    /// The members of the metadata, if it is an object.
    private let besides: JSONObject
    /// All that is said: by the value, by the metadata, and, under no name, by what is no object.
    private let statements: [Statement]

    /// Something that is said, and by which name.
    private struct Statement {
        /// As it stands in the record, for messages.
        let spelling: String
        /// As in the lists of names.
        let name: String
        let value: JSONValue

        /// What it says of the paid version; nil when it says nothing of it.
        var isPro: Bool? {
            if ForeignName.tier.contains(name) { return ForeignWord.tier(value) }
            return name.isEmpty || ForeignName.pro.contains(name) ? ForeignWord.truth(value) : nil
        }
    }

    init(value: [UInt8], metadata: KVMetadata?) throws(TokenImportFault) {
        guard let text = String(validating: value, as: UTF8.self) else { throw .noText }
        // What is not JSON is a word, or some text of the owner's.
        let json = (try? JSONValue(reading: value)) ?? .string(text)
        original = value
        members = json.members
        bare =
            switch json {
            case .object, .null, "": nil
            default: json
            }
        let metadata = metadata.flatMap { try? JSONValue(reading: $0.json) } ?? .null
        besides = metadata.members
        statements = Self.statements(json, "value") + Self.statements(metadata, "metadata")
    }

    private static func statements(_ json: JSONValue, _ place: String) -> [Statement] {
        guard case .object(let object) = json else {
            return json == .null ? [] : [Statement(spelling: "the \(place)", name: "", value: json)]
        }
        return object.members.map { member in
            Statement(
                spelling: "\"\(member.name)\" of the \(place)",
                name: ForeignName.plain(member.name),
                value: member.value
            )
        }
    }
}

extension JSONValue {
    /// The members of an object, and none of anything else.
    fileprivate var members: JSONObject {
        if case .object(let object) = self { object } else { JSONObject() }
    }
}

extension ForeignRecord {
    /// The record in Pushy's words; to the byte what it was when it says `pro` in them already.
    func translated() throws(TokenImportFault) -> [UInt8] {
        let environment = try environment()
        if let record = try? TokenRecord(original), record.environment == environment { return original }
        var record = members
        record["pro"] = .bool(try pro())
        record["registered"] = registered() ?? members["registered"]
        if let environment { record["environment"] = .string(environment.rawValue) }
        // A bare value that says something else is kept, as a member.
        if let bare, ForeignWord.truth(bare) == nil, ForeignMoment.moment(bare) == nil { record["value"] = bare }
        return JSONValue.object(record).written()
    }

    /// A `pro` that is true or false decides alone; else all who say something must agree.
    private func pro() throws(TokenImportFault) -> Bool {
        if let pro = members["pro"], pro != .null {
            guard let truth = ForeignWord.truth(pro) else { throw .nothingSaysPro }
            if case .bool = pro { return truth }
        }
        var found: (statement: Statement, isPro: Bool)?
        for statement in statements {
            guard let isPro = statement.isPro else { continue }
            if let found, found.isPro != isPro { throw .contradiction(found.statement.spelling, statement.spelling) }
            found = found ?? (statement, isPro)
        }
        guard let found else { throw .nothingSaysPro }
        return found.isPro
    }

    /// The date of registration, if anything says it.
    private func registered() -> JSONValue? {
        if let registered = members["registered"], case .string(let text) = registered, Date(rfc3339: text) != nil {
            return registered
        }
        let moment =
            ForeignMoment.registration(in: members) ?? ForeignMoment.registration(in: besides)
            ?? bare.flatMap(ForeignMoment.moment)
        return moment.map { .string(ForeignMoment.text($0)) }
    }

    /// The environment; nil when nothing says it.
    private func environment() throws(TokenImportFault) -> APNsEnvironment? {
        for statement in statements where ForeignName.environment.contains(statement.name) {
            if statement.value == .null { continue }
            guard let environment = ForeignWord.environment(statement.value) else {
                throw .unknownEnvironment(String(decoding: statement.value.written(), as: UTF8.self))
            }
            return environment
        }
        for statement in statements where ForeignName.sandbox.contains(statement.name) {
            if let isSandbox = ForeignWord.truth(statement.value) { return isSandbox ? .sandbox : .production }
        }
        return nil
    }
}
