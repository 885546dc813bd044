import Foundation
import HTTPServer
import PushyCore

/// `/send`: an app's backend sends to a user's devices, or to one; and the owner's look at what was sent.
struct SendRoutes: Sendable {
    /// The longest body in bytes: what each of three services takes at most, with room for the rest.
    static let bodyLimit = 65_536
    private static let pageCount = 50
    private static let example = #"{"app": "my-app", "user_id": "me", "title": "Hello"}"#

    let sends: Sends
    let broadcasts: Broadcasts
    let apps: Apps
    let spaces: AppSpaces
    let gate: AppGate
    let sessions: OwnerSessions
    let now: @Sendable () -> Date

    func add(to router: inout Router, through owner: OwnerRouter) {
        add("/send/user", to: &router) { fields throws(DraftFault) in try SendRequest(toUser: fields) }
        add("/send/device", to: &router) { fields throws(DraftFault) in try SendRequest(toDevice: fields) }
        owner.show("/admin/apps/{id}/sends", in: &router, log)
    }

    private func add(
        _ pattern: String,
        to router: inout Router,
        _ read: @escaping @Sendable (JSONObject) throws(DraftFault) -> SendRequest
    ) {
        router.add(.post, pattern, bodyLimit: Self.bodyLimit, admission: gate.problem) { request in
            do {
                return try await send(request, read)
            } catch {
                guard let problem = HTTPProblem(of: error, at: now()) else { throw error }
                throw problem
            }
        }
    }

    private func send(
        _ request: HTTPRequest,
        _ read: (JSONObject) throws(DraftFault) -> SendRequest
    ) async throws -> HTTPResponse {
        let caller = try await gate.backend(of: request)
        var fields = try request.jsonObject(example: Self.example)
        try Self.checkApp(fields["app"], of: caller)
        fields["app"] = nil
        let key = try request.headers["Idempotency-Key"].map { text throws(DraftFault) in try IdempotencyKey(text) }
        let answer = try await sends.send(read(fields), by: caller, idempotencyKey: key)
        let body = JSONValue.object(answer.json).written()
        if case .held = answer { return .json(body, status: .accepted) }
        return .json(body)
    }

    /// An app may be named, and then it must be the key's: who mixes two up must not reach the wrong people.
    static func checkApp(_ app: JSONValue?, of caller: AppCaller) throws(HTTPProblem) {
        switch app {
        case nil, .null, .string(caller.app.text): return
        case .string(let text):
            throw HTTPProblem(.forbidden, "The key is not one of the app \(text.prefix(64)): take that app's API key.")
        default: throw HTTPProblem(.badRequest, "app: It must be a text, such as \"my-app\".")
        }
    }

    private func log(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let app = try await apps.app(request.appID)
        let limit = try request.limit(upTo: 100, otherwise: Self.pageCount)
        if let cursor = request.cursor, BroadcastID(cursor) == nil { throw HTTPProblem.cursorUnknown }
        let page = try await spaces.space(of: app).log.page(after: request.cursor, limit: limit)
        guard !request.prefersHTML else {
            return SendsPage(app: app, log: page).page(in: sessions.frame(of: visitor)).response
        }
        var entries: [JSONValue] = []
        for entry in page.entries { entries.append(.object(try await json(of: entry))) }
        var json: JSONObject = ["sends": .array(entries)]
        json["cursor"] = page.cursor.map(JSONValue.string)
        return .json(JSONValue.object(json).written())
    }
    /// An entry; one of a broadcast with what has become of that until now, as long as it is known.
    private func json(of entry: SendLog.Entry) async throws -> JSONObject {
        guard entry.broadcast != nil, let id = BroadcastID(entry.id) else { return entry.json }
        do throws(BroadcastFailure) {
            return entry.json(of: try await broadcasts.broadcast(id))
        } catch .unknown {
            return entry.json
        }
    }
}
