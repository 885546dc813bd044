import APNs
import Foundation

/// Reads the fields of a draft, or of what else a client sends, one by one, and says in words what is wrong with one.
///
/// A field that is missing or null is nil: it was not filled in.
struct FieldReader {
    private let fields: JSONObject
    /// What stands before a field's name in a fault: `apns.`, for a field of an object within.
    private let prefix: String

    init(_ fields: JSONObject, within prefix: String = "") {
        self.fields = fields
        self.prefix = prefix
    }

    /// What is wrong with a field.
    func fault(_ name: String, _ reason: String) -> DraftFault {
        DraftFault(field: prefix + name, reason: reason)
    }

    /// Refuses what nobody would read: a misspelled `audience` must not become everyone.
    func refuseOthers(than names: [String], in whole: String) throws(DraftFault) {
        if let stranger = fields.members.first(where: { !names.contains($0.name) }) {
            throw fault(stranger.name, "\(whole) has no such field. Is it misspelled?")
        }
    }

    /// The fields with these names, in the order in which they came.
    func only(_ names: [String]) -> JSONObject {
        var kept = JSONObject()
        for member in fields.members where names.contains(member.name) && member.value != .null {
            kept[member.name] = member.value
        }
        return kept
    }

    func text(_ name: String) throws(DraftFault) -> String? {
        switch value(name) {
        case nil: nil
        case .string(let text): text
        default: throw fault(name, "It must be a text.")
        }
    }

    /// A text that must be there, unless there is another one to fall back on; the hint says what it is.
    func required(_ name: String, otherwise former: String? = nil, _ hint: String) throws(DraftFault) -> String {
        guard let text = try text(name) ?? former, !text.isEmpty else {
            throw fault(name, "It is missing: \(hint).")
        }
        return text
    }

    func object(_ name: String) throws(DraftFault) -> JSONObject? {
        switch value(name) {
        case nil: nil
        case .object(let object): object
        default: throw fault(name, "It must be a JSON object, such as {\"screen\": \"sale\"}.")
        }
    }

    func flag(_ name: String) throws(DraftFault) -> Bool? {
        switch value(name) {
        case nil: nil
        case .bool(let isSet): isSet
        default: throw fault(name, "It must be true or false.")
        }
    }

    func integer(_ name: String) throws(DraftFault) -> Int64? {
        guard let value = value(name) else { return nil }
        guard case .number(let number) = value, let integer = number.integer else {
            throw fault(name, "It must be a whole number.")
        }
        return integer
    }

    func count(_ name: String) throws(DraftFault) -> UInt? {
        guard let integer = try integer(name) else { return nil }
        guard let count = UInt(exactly: integer) else {
            throw fault(name, "It must be 0 or more.")
        }
        return count
    }

    /// A moment as RFC 3339 writes it, with its offset from UTC.
    func moment(_ name: String) throws(DraftFault) -> Date? {
        guard let text = try text(name) else { return nil }
        if let moment = Date(rfc3339: text) { return moment }
        throw fault(name, "\"\(text)\" is no moment: write 2026-12-24T09:00:00Z.")
    }

    /// One of a closed set of words.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, _: Word.Type) throws(DraftFault) -> Word? {
        guard let text = try text(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw fault(name, "\"\(text)\" is none of \(words).")
        }
        return word
    }

    private func value(_ name: String) -> JSONValue? {
        guard let value = fields[name], value != .null else { return nil }
        return value
    }
}

extension FieldReader {
    func priority(_ name: String) throws(DraftFault) -> APNsPriority? {
        guard let number = try integer(name) else { return nil }
        guard let priority = APNsPriority(rawValue: Int(clamping: number)) else {
            throw fault(name, "It must be 10, 5 or 1.")
        }
        return priority
    }

    func expiration(_ name: String) throws(DraftFault) -> APNsExpiration {
        let seconds = try integer(name)
        do throws(APNsRefusal) {
            return try APNsExpiration(unixSeconds: seconds)
        } catch {
            throw fault(name, error.description)
        }
    }

    func collapseID(_ name: String) throws(DraftFault) -> APNsCollapseID? {
        guard let text = try text(name) else { return nil }
        do throws(APNsRefusal) {
            return try APNsCollapseID(text)
        } catch {
            throw fault(name, error.description)
        }
    }

    func unitInterval(_ name: String) throws(DraftFault) -> UnitInterval? {
        guard let value = value(name) else { return nil }
        guard case .number(let number) = value, let double = number.double, let unit = try? UnitInterval(double) else {
            throw fault(name, "It must be a number from 0 to 1.")
        }
        return unit
    }

    func interruptionLevel(_ name: String) throws(DraftFault) -> APNsInterruptionLevel? {
        try word(name, APNsInterruptionLevel.self)
    }

    /// A broadcast is for people or wakes their apps; the other types need tokens of their own.
    func pushType(_ name: String) throws(DraftFault) -> APNsPushType? {
        guard let type = try word(name, APNsPushType.self) else { return nil }
        guard type == .alert || type == .background else {
            throw fault(name, "It must be \"alert\" or \"background\".")
        }
        return type
    }
}
