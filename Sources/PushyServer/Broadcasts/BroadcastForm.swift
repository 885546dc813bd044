import Foundation
import HTTPServer
import PushyCore

/// The compose form as a browser sends it: all fields are texts, and what was not filled in is empty.
struct BroadcastForm: Sendable {
    /// What the form carries besides a draft.
    enum Control: String, CaseIterable {
        case formToken
        /// Made anew with each fresh form.
        case formNonce
        case idempotencyKey
        case dryRun
    }

    /// A field of the draft, as it was typed.
    struct Entry: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// What a form suggests before anybody has touched it.
    static let suggestedSound = Entry(name: "sound", value: "default")

    /// The fields of the draft that were filled in.
    var values: [Entry]
    private let form: FormFields

    init(_ form: FormFields) {
        self.form = form
        var names = Set(Control.allCases.map(\.rawValue))
        values = form.fields.compactMap { field in
            guard !field.value.isEmpty, names.insert(field.name).inserted else { return nil }
            // Browsers send each line end as CR LF.
            return Entry(name: field.name, value: field.value.replacing("\r\n", with: "\n"))
        }
    }

    subscript(control: Control) -> String? {
        form[control.rawValue].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the form asks only whom it would reach.
    var isDryRun: Bool { self[.dryRun] == "true" }

    /// The fields as the API takes them.
    var fields: JSONObject {
        get throws(DraftFault) {
            var fields = JSONObject()
            let isWhole = values.contains { $0.name == "payload" }
            // The sound that an empty form begins with is no word of the owner's beside a whole payload.
            for field in values where !(isWhole && field == Self.suggestedSound) {
                fields[field.name] = try Self.value(of: field)
            }
            return fields
        }
    }

    private static func value(of field: Entry) throws(DraftFault) -> JSONValue {
        switch field.name {
        case "badge", "priority", "relevanceScore", "ratePerSecond": number(field.value) ?? .string(field.value)
        case "data", "payload": try json(field)
        case "expiration": unixSeconds(field.value) ?? number(field.value) ?? .string(field.value)
        case "scheduledAt": .string(isMinute(field.value) ? field.value + ":00Z" : field.value)
        default: .string(field.value)
        }
    }

    /// The number that was typed; nil where something else was, which the draft then complains of.
    private static func number(_ text: String) -> JSONValue? {
        guard let value = try? JSONValue(reading: Array(text.utf8)), case .number = value else { return nil }
        return value
    }

    private static func json(_ field: Entry) throws(DraftFault) -> JSONValue {
        do throws(JSONFault) {
            return try JSONValue(reading: Array(field.value.utf8))
        } catch {
            throw DraftFault(field: field.name, reason: "This is not JSON: \(error)")
        }
    }

    /// The moment that an input of the type `datetime-local` gives, taken for UTC.
    private static func unixSeconds(_ text: String) -> JSONValue? {
        guard isMinute(text), let moment = try? Date(text + ":00Z", strategy: .iso8601) else { return nil }
        return .integer(Int64(moment.timeIntervalSince1970))
    }

    /// Whether a text looks like `2026-12-24T09:00`.
    private static func isMinute(_ text: String) -> Bool {
        text.utf8.count == 16 && text.contains("T")
    }
}
