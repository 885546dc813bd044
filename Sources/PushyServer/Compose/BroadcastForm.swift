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
        /// Pressed to try the message on one device.
        case trial
        /// The test device that is picked for it; empty for one that is described in the three fields that follow.
        case device
        case deviceToken
        case deviceName
        case deviceEnvironment
        /// The user on whose devices a message for every service is tried.
        case trialUser
        /// Or the one device, by its id.
        case trialDevice
    }

    /// A field of the draft, as it was typed.
    struct Entry: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// What a form suggests before anybody has touched it.
    static let suggestedSound = Entry(name: "sound", value: "default")
    /// The field that says in which zone moments are typed; the draft keeps it, and the API has no such field.
    static let timeZoneName = "timeZone"

    /// The fields of the draft that were filled in.
    var values: [Entry]
    private var controls: [Control: String] = [:]

    /// A form that nobody has sent yet.
    init(_ values: [Entry] = [suggestedSound], nonce: String) {
        self.values = values
        controls[.formNonce] = nonce
    }

    /// A form that was sent.
    init(_ form: FormFields) {
        var names: Set<String> = []
        values = []
        for field in form.fields where !field.value.isEmpty && names.insert(field.name).inserted {
            if let control = Control(rawValue: field.name) {
                controls[control] = field.value
            } else {
                // Browsers send each line end as CR LF.
                values.append(Entry(name: field.name, value: field.value.replacing("\r\n", with: "\n")))
            }
        }
    }

    subscript(control: Control) -> String? { controls[control] }

    /// The value of a field of the draft.
    subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    /// Whether the form asks only whom it would reach.
    var isDryRun: Bool { self[.dryRun] == "true" }

    /// Whether the message is to be tried on one device.
    var isTrial: Bool { self[.trial] != nil }

    /// The whole of it as one text: the same form with the same contents is the same broadcast, however often it comes
    /// back; a changed one is not.
    var contents: String {
        ([self[.formNonce] ?? ""] + values.map { "\($0.name)=\($0.value)" }).joined(separator: "\0")
    }

    /// The same form once more, whose next trial or broadcast is another one.
    func renewed(nonce: String) -> BroadcastForm {
        var form = self
        form.controls[.formNonce] = nonce
        return form
    }

    /// The form without some of its fields.
    func without(_ names: some Sequence<String>) -> BroadcastForm {
        var form = self
        let names = Set(names)
        form.values.removeAll { names.contains($0.name) }
        return form
    }

    /// The draft that the form describes.
    func draft(at moment: Date) throws(DraftFault) -> Draft {
        var draft = try Draft(fields, at: moment)
        if draft.scheduledAt != nil { draft.timeZone = self[Self.timeZoneName] }
        return draft
    }

    /// The fields as the API takes them.
    var fields: JSONObject {
        get throws(DraftFault) {
            var fields = JSONObject()
            let isWhole = values.contains { $0.name == "payload" }
            let clock = try WallClock(zoneName: self[Self.timeZoneName])
            // The sound that an empty form begins with is no word of the owner's beside a whole payload.
            for field in values where !(isWhole && field == Self.suggestedSound) && field.name != Self.timeZoneName {
                fields[field.name] = try Self.value(of: field, by: clock)
            }
            return fields
        }
    }

    private static func value(of field: Entry, by clock: WallClock) throws(DraftFault) -> JSONValue {
        switch field.name {
        case "badge", "priority", "relevanceScore", "ratePerSecond": number(field.value) ?? .string(field.value)
        case "data", "payload": try json(field)
        case "expiration":
            WallClock.utc.moment(field.value).map { .integer(Int64($0.timeIntervalSince1970)) }
                ?? number(field.value) ?? .string(field.value)
        case "scheduledAt": .string(clock.moment(field.value)?.rfc3339 ?? field.value)
        default: .string(field.value)
        }
    }

    /// The number that was typed; nil where something else was, which the draft then complains of.
    static func number(_ text: String) -> JSONValue? {
        guard let value = try? JSONValue(reading: Array(text.utf8)), case .number = value else { return nil }
        return value
    }

    static func json(_ field: Entry) throws(DraftFault) -> JSONValue {
        do throws(JSONFault) {
            return try JSONValue(reading: Array(field.value.utf8))
        } catch {
            throw DraftFault(field: field.name, reason: "This is not JSON: \(error)")
        }
    }
}
