import HTTPServer
import PushyCore

extension WorkersKVAPI {
    /// The values of several keys, of one moment; null for the missing.
    func bulkGet(_ request: HTTPRequest) async throws -> HTTPResponse {
        let query = try BulkGetQuery(request.body)
        let entries = try await binding(of: request).get(query.keys)
        var seen: Set<KeyName> = []
        let values = try query.keys.filter { seen.insert($0).inserted }.map { key in
            (key: key.text, value: try entries[key].map(query.show) ?? nil as JSONText)
        }
        return .result(["values": .object(values.map { (key: $0.key, value: $0.value as JSONText?) })])
    }
}

/// What a bulk get asks for: 1 to 100 keys, and how their values are to be shown.
private struct BulkGetQuery {
    private enum Form: String {
        case text, json
    }

    let keys: [KeyName]
    private let form: Form
    private let showsMetadata: Bool

    init(_ body: [UInt8]) throws {
        let json = try JSONValue(reading: body)
        guard case .array(let names) = json["keys"] else {
            throw APIFailure.invalid("the body must be an object with an array of keys")
        }
        keys = try names.map { name in
            guard case .string(let text) = name else { throw APIFailure.invalid("the name of a key must be a text") }
            return try KeyName(text)
        }
        switch json["type"] {
        case nil, .null: form = .text
        case .string(let text):
            guard let form = Form(rawValue: text) else { fallthrough }
            self.form = form
        default: throw APIFailure.invalid("the type must be text or json")
        }
        switch json["withMetadata"] {
        case nil, .null: showsMetadata = false
        case .bool(let showsMetadata): self.showsMetadata = showsMetadata
        default: throw APIFailure.invalid("withMetadata must be true or false")
        }
    }

    func show(_ entry: KVEntry) throws(APIFailure) -> JSONText {
        let value = try show(entry.value)
        guard showsMetadata else { return value }
        return [
            "value": value,
            "metadata": entry.metadata?.text ?? nil as JSONText,
            "expiration": entry.expiration.map { .integer($0) },
        ]
    }

    private func show(_ value: [UInt8]) throws(APIFailure) -> JSONText {
        switch form {
        // Bytes that are no UTF-8 are shown as U+FFFD, as a Worker that asks for text sees them.
        case .text: return .string(String(decoding: value, as: UTF8.self))
        case .json:
            guard let json = JSONText(checking: value) else {
                throw .invalid("At least one of the requested keys corresponds to a non-JSON value")
            }
            return json
        }
    }
}
