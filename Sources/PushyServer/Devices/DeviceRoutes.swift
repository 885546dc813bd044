import HTTPServer
import PushyCore

/// `/admin/tokens`: which devices there are.
struct DeviceRoutes: Sendable {
    private static let pageCount = 100
    private static let largestPageCount = 1_000

    let registry: TokenRegistry

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/tokens", in: &router, list)
        owner.show("/admin/tokens/count", in: &router, count)
    }

    private func list(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let query = request.query
        let cursor = try request.cursor.map { text throws(HTTPProblem) in
            guard let token = try? DeviceToken(text) else { throw .cursorUnknown }
            return token
        }
        let page = try await registry.list(
            after: cursor,
            limit: request.limit(upTo: Self.largestPageCount, otherwise: Self.pageCount),
            audience: query.word("audience", Audience.self) ?? .all,
            environment: query.word("environment", APNsEnvironment.self)
        )
        var json = JSONObject()
        json["tokens"] = .array(page.tokens.map(\.json))
        json["cursor"] = page.cursor.map { .string($0.hex) }
        return .json(JSONValue.object(json).written())
    }

    private func count(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let counts = try await registry.counts()
        let json: JSONValue = [
            "all": .integer(counts.all),
            "pro": .integer(counts.pro),
            "free": .integer(counts.free),
            "production": .integer(counts.production),
            "sandbox": .integer(counts.sandbox),
            "unspecified": .integer(counts.unspecified),
        ]
        return .json(json.written())
    }
}

extension RegisteredToken {
    fileprivate var json: JSONValue {
        var json = JSONObject()
        json["token"] = .string(token.hex)
        json["pro"] = .bool(record.pro)
        json["registered"] = record.registered.map { .string($0.rfc3339) }
        json["environment"] = record.environment.map { .string($0.rawValue) }
        return .object(json)
    }
}

extension FormFields {
    /// One of a closed set of words.
    fileprivate func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _: Word.Type
    ) throws(HTTPProblem) -> Word? {
        guard let text = self[name] else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(.badRequest, "The \(name) \"\(text.prefix(64))\" is none of \(words).")
        }
        return word
    }
}
