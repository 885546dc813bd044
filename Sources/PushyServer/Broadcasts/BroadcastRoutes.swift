import Foundation
import HTTPServer
import PushyCore

/// `/admin/broadcasts`: the owner writes, looks whom it will reach, sends, watches and halts. Programs get JSON, people
/// get pages, from the same addresses.
struct BroadcastRoutes: Sendable {
    /// The longest body in bytes: a payload of 4,096, percent-encoded and with room for the rest.
    static let bodyLimit = 65_536
    private static let pageCount = 20

    let broadcasts: Broadcasts
    let desk: ComposeDesk
    let now: @Sendable () -> Date

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.change("/admin/broadcasts", bodyLimit: Self.bodyLimit, in: &router, create)
        owner.show("/admin/broadcasts", in: &router, list)
        owner.show("/admin/broadcasts/{id}", in: &router, show)
        owner.show("/admin/broadcasts/{id}/events", in: &router, events)
        owner.change("/admin/broadcasts/{id}/pause", in: &router) { request, _ in
            try await answer(broadcasts.pause(id(request)), to: request)
        }
        owner.change("/admin/broadcasts/{id}/resume", in: &router) { request, _ in
            try await answer(broadcasts.resume(id(request)), to: request)
        }
        owner.show("/admin/broadcasts/{id}/cancel", in: &router, askOnceMore)
        owner.change("/admin/broadcasts/{id}/cancel", in: &router) { request, _ in
            try await answer(broadcasts.cancel(id(request)), to: request)
        }
    }

    private func create(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        if request.isForm { return try await create(from: BroadcastForm(request.form()), request, visitor) }
        var fields = try request.jsonObject(example: #"{"title": "Hello", "audience": "all"}"#)
        let isDryRun = try Self.takeDryRun(out: &fields)
        let draft = try Draft(fields, at: now())
        if isDryRun { return try await estimate(draft) }
        let broadcast = try await broadcasts.create(draft, idempotencyKey: Self.idempotencyKey(request))
        var response = HTTPResponse.json(broadcast.jsonText, status: .accepted)
        response.headers["Location"] = broadcast.address
        return response
    }

    private func create(
        from form: BroadcastForm,
        _ request: HTTPRequest,
        _ visitor: OwnerGate.Visitor
    ) async throws -> HTTPResponse {
        let devices = form.isTrial ? try await desk.testDevices.all() : []
        let draft: Draft
        var trial: Trial?
        do throws(DraftFault) {
            draft = try form.draft(at: now())
            if form.isTrial { trial = try Trial(form, among: devices) }
        } catch {
            guard request.prefersHTML else { throw error }
            let faults = form.faults(at: now())
            return try await desk.page(ComposeForm(form, faults: faults.isEmpty ? [error] : faults), for: visitor)
                .response
        }
        if let trial { return try await send(draft, on: trial, form) }
        if form.isDryRun {
            guard request.prefersHTML else { return try await estimate(draft) }
            return try await confirm(draft, form).page(in: desk.sessions.frame(of: visitor)).response
        }
        let key = try form[.idempotencyKey].map { text throws(DraftFault) in try IdempotencyKey(text) }
        let broadcast = try await broadcasts.create(draft, idempotencyKey: key ?? Self.idempotencyKey(request))
        return .redirect(to: broadcast.address)
    }

    private func confirm(_ draft: Draft, _ form: BroadcastForm) async throws -> Confirmation {
        let reach = try await broadcasts.reach(of: draft)
        return Confirmation(
            draft,
            form,
            recipients: reach.recipients,
            cost: try await desk.quota.workersCost(of: reach),
            app: try await desk.appNames()[draft.app],
            missing: desk.missing,
            idempotencyKey: desk.sessions.fingerprint(of: form.contents)
        )
    }

    /// What a draft would do, without doing it.
    private func estimate(_ draft: Draft) async throws -> HTTPResponse {
        let reach = try await broadcasts.reach(of: draft)
        var json = JSONObject()
        json["recipients"] = .integer(reach.recipients)
        json["payload"] = draft.message.payload?.value
        json["payloadBytes"] = draft.message.payload.map { .integer($0.byteCount) }
        json["workers"] = try await desk.quota.workersCost(of: reach)?.json
        return .json(JSONValue.object(json).written())
    }
}

extension BroadcastRoutes {
    /// Sends to one device, without asking once more; the same form with the same device is the same trial.
    private func send(_ draft: Draft, on trial: Trial, _ form: BroadcastForm) async throws -> HTTPResponse {
        if trial.isKept { try await desk.testDevices.keep(trial.device) }
        let contents = "trial\0\(trial.device.token.hex)\0\(form.contents)"
        let key = try IdempotencyKey(desk.sessions.fingerprint(of: contents))
        return .redirect(to: try await broadcasts.create(draft.trial(on: trial.device), idempotencyKey: key).address)
    }
}

extension BroadcastRoutes {
    private func list(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let cursor = try request.cursor.map { text throws(HTTPProblem) in
            guard let id = BroadcastID(text) else { throw .cursorUnknown }
            return id
        }
        let limit = try request.limit(upTo: 100, otherwise: Self.pageCount)
        let page = try await broadcasts.page(after: cursor, limit: limit)
        guard request.prefersHTML else { return .json(JSONValue.object(page.json).written()) }
        return Page.history(page, naming: try await desk.appNames(), frame: desk.sessions.frame(of: visitor))
            .response
    }

    private func show(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let broadcast = try await broadcasts.broadcast(id(request))
        guard request.prefersHTML else { return .json(broadcast.jsonText) }
        let app = broadcast.draft.name(among: try await desk.appNames())
        return Page.broadcast(broadcast, of: app, at: now(), frame: desk.sessions.frame(of: visitor)).response
    }

    private func askOnceMore(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let broadcast = try await broadcasts.broadcast(id(request))
        guard let question = broadcast.cancellation else { return .redirect(to: broadcast.address) }
        return question.page(in: desk.sessions.frame(of: visitor)).response
    }

    private func events(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        .events(BroadcastEvents(try await broadcasts.updates(of: id(request))).stream)
    }

    /// The answer to a wish that was carried out: a browser goes back to the broadcast's page.
    private func answer(_ broadcast: Broadcast, to request: HTTPRequest) -> HTTPResponse {
        request.isForm ? .redirect(to: broadcast.address) : .json(broadcast.jsonText)
    }

    private func id(_ request: HTTPRequest) throws(HTTPProblem) -> BroadcastID {
        let text = request.parameters["id"] ?? ""
        guard let id = BroadcastID(text) else {
            throw HTTPProblem(.notFound, "There is no broadcast \(text.prefix(64)).")
        }
        return id
    }

    private static func idempotencyKey(_ request: HTTPRequest) throws(DraftFault) -> IdempotencyKey? {
        guard let text = request.headers["Idempotency-Key"] else { return nil }
        return try IdempotencyKey(text)
    }

    private static func takeDryRun(out fields: inout JSONObject) throws(DraftFault) -> Bool {
        defer { fields["dryRun"] = nil }
        switch fields["dryRun"] {
        case nil, .null: return false
        case .bool(let isDryRun): return isDryRun
        default: throw DraftFault(field: "dryRun", reason: "It must be true or false.")
        }
    }
}

extension Broadcast {
    /// Where it is shown.
    var address: String { "/admin/broadcasts/\(id.text)" }
}

extension BroadcastPage {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json["broadcasts"] = .array(broadcasts.map { .object($0.json) })
        json["cursor"] = cursor.map { .string($0.text) }
        return json
    }
}

extension APNsPayload {
    /// The payload as a value; it was checked when it was made.
    var value: JSONValue { (try? JSONValue(reading: json)) ?? .null }
}
