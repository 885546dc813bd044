import HTTPServer
import PushyCore

extension WorkersKVAPI {
    /// The least that a list may be asked for here; a Worker may ask for one.
    private static let limits = 10...KVLimits.listedKeys

    func listKeys(_ request: HTTPRequest) async throws -> HTTPResponse {
        let query = request.query
        let limit = try Self.limit(query) ?? KVLimits.listedKeys
        // The first page is asked for without a cursor, or with an empty one as the last page before it gave.
        let cursor = try query["cursor"].flatMap { $0.isEmpty ? nil : $0 }.map { try ListCursor($0) }
        let list = try await KVBinding(try await namespace(of: request), of: store)
            .list(prefix: query["prefix"] ?? "", limit: limit, cursor: cursor)
        return .result(
            .array(list.keys.map(\.json)),
            info: ["count": .integer(list.keys.count), "cursor": .string(list.cursor?.text ?? "")]
        )
    }

    private static func limit(_ query: FormFields) throws(APIFailure) -> Int? {
        func failure(_ text: String) -> APIFailure {
            let bounds = "\(limits.lowerBound) to \(limits.upperBound)"
            return APIFailure(.invalidLimit, .badRequest, "invalid limit of \(text): it must be \(bounds)")
        }
        guard let limit = try query.wholeNumber("limit", else: failure) else { return nil }
        guard limits.contains(limit) else { throw failure(String(limit)) }
        return limit
    }
}

extension KVListedKey {
    fileprivate var json: JSONText {
        [
            "name": .string(name.text),
            "expiration": expiration.map { .integer($0) },
            "metadata": metadata?.text,
        ]
    }
}

extension KVMetadata {
    /// The JSON as it came in.
    var text: JSONText { JSONText(checked: json) }
}
