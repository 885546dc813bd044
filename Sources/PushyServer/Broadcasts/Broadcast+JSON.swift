import PushyCore

extension Broadcast {
    /// All that was answered: what is settled, and what will be tried again when the broadcast goes on.
    var answers: Tally {
        var answers = tally
        answers += unsettled
        return answers
    }

    /// The broadcast as the API shows it.
    var json: JSONObject {
        let answers = answers
        var json = JSONObject()
        json["id"] = .string(id.text)
        json["state"] = .string(state.rawValue)
        if !(why ?? "").isEmpty { json["why"] = why.map(JSONValue.string) }
        if draft.app != .default || isEverywhere { json["app"] = .string(draft.app.text) }
        if !isEverywhere { json["environment"] = .string(draft.selection.environment.rawValue) }
        json["audience"] = .string(draft.selection.audience.rawValue)
        if case .everywhere(_, let platforms) = draft.message, platforms != .all {
            json["platform"] = .array(platforms.names.map { .string($0.rawValue) })
        }
        json["token"] = draft.token.map { .string($0.hex) }
        json["recipients"] = .integer(recipients)
        json["accepted"] = .integer(answers.accepted)
        json["removed"] = .integer(answers.removed)
        json["kept"] = .integer(answers.kept)
        json["pending"] = .integer(answers.pending)
        json["rejected"] = .object(JSONObject(answers.rejected))
        json["failed"] = .object(JSONObject(answers.failed))
        json["ratePerSecond"] = draft.ratePerSecond.map(JSONValue.integer)
        json["scheduledAt"] = draft.scheduledAt.map { .string($0.rfc3339) }
        json["createdAt"] = .string(createdAt.rfc3339)
        json["startedAt"] = startedAt.map { .string($0.rfc3339) } ?? .null
        json["finishedAt"] = finishedAt.map { .string($0.rfc3339) } ?? .null
        json["message"] = .object(draft.message.fields)
        return json
    }

    /// The same as text.
    var jsonText: [UInt8] { JSONValue.object(json).written() }
}

extension JSONObject {
    /// Numbers by name, in the order of the names.
    init(_ counts: [String: Int]) {
        self.init()
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { self[name] = .integer(count) }
    }
}
