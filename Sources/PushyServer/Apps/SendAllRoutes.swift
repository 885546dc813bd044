import Foundation
import HTTPServer
import PushyCore

/// `/send/all`: an app's backend sends to all of the app's devices, watches its broadcast and halts it.
struct SendAllRoutes: Sendable {
    private static let example = #"{"app": "my-app", "audience": "all", "title": "Hello"}"#

    let broadcasts: Broadcasts
    let gate: AppGate
    let now: @Sendable () -> Date

    func add(to router: inout Router) {
        add(.post, "/send/all", bodyLimit: SendRoutes.bodyLimit, to: &router, create)
        add(.get, "/send/all/{id}", to: &router) { request, caller in
            .json(try await own(request, of: caller).jsonText)
        }
        add(.post, "/send/all/{id}/pause", to: &router) { request, caller in
            .json(try await broadcasts.pause(own(request, of: caller).id).jsonText)
        }
        add(.post, "/send/all/{id}/resume", to: &router) { request, caller in
            .json(try await broadcasts.resume(own(request, of: caller).id).jsonText)
        }
        add(.post, "/send/all/{id}/cancel", to: &router) { request, caller in
            .json(try await broadcasts.cancel(own(request, of: caller).id).jsonText)
        }
    }

    private func add(
        _ method: HTTPMethod,
        _ pattern: String,
        bodyLimit: Int = OwnerRouter.formLimit,
        to router: inout Router,
        _ handler: @escaping AppRouter.Handler
    ) {
        router.add(method, pattern, bodyLimit: bodyLimit, isBodyOptional: true, admission: gate.problem) { request in
            do {
                return try await handler(request, try await gate.backend(of: request))
            } catch {
                guard let problem = HTTPProblem(of: error, at: now()) else { throw error }
                throw problem
            }
        }
    }

    private func create(_ request: HTTPRequest, _ caller: AppCaller) async throws -> HTTPResponse {
        var fields = try request.jsonObject(example: Self.example)
        try SendRoutes.checkApp(fields["app"], of: caller)
        fields["app"] = nil
        let isDryRun = try Self.takeDryRun(out: &fields)
        let draft = try Draft(toAllOf: caller.app, fields, at: now())
        if isDryRun { return .json(JSONValue.object(try await broadcasts.preview(of: draft)).written()) }
        let key = try request.headers["Idempotency-Key"].map { text throws(DraftFault) in try IdempotencyKey(text) }
        let broadcast = try await broadcasts.create(draft, by: caller, idempotencyKey: key)
        var response = HTTPResponse.json(broadcast.jsonText, status: .accepted)
        response.headers["Location"] = "/send/all/\(broadcast.id.text)"
        return response
    }

    /// The broadcast that the address names, if the caller's app sent it: another's is none.
    private func own(_ request: HTTPRequest, of caller: AppCaller) async throws -> Broadcast {
        let text = request.parameters["id"] ?? ""
        guard let id = BroadcastID(text) else {
            throw HTTPProblem(.notFound, "There is no broadcast \(text.prefix(64)).")
        }
        let broadcast = try await broadcasts.broadcast(id)
        guard broadcast.isOwn(of: caller) else { throw BroadcastFailure.unknown(id) }
        return broadcast
    }

    private static func takeDryRun(out fields: inout JSONObject) throws(DraftFault) -> Bool {
        defer { fields["dry_run"] = nil }
        switch fields["dry_run"] {
        case nil, .null: return false
        case .bool(let isDryRun): return isDryRun
        default: throw DraftFault(field: "dry_run", reason: "It must be true or false.")
        }
    }
}
