import Foundation
import HTTPServer
import PushyCore

/// `/admin/apps/{id}/message`: the owner writes to all devices of an app, sees how it looks on each platform and whom it will
/// reach, and sends.
struct AppMessagePages: Sendable {
    let apps: Apps
    let spaces: AppSpaces
    let broadcasts: Broadcasts
    let sends: Sends
    let quota: Quota
    let sessions: OwnerSessions
    /// Whether the app of the settings has a way to APNs.
    let isStandardReachable: Bool
    let now: @Sendable () -> Date

    func add(to router: inout Router, through owner: OwnerRouter) {
        let limit = BroadcastRoutes.bodyLimit
        owner.show("/admin/apps/{id}/message", in: &router, write)
        owner.change("/admin/apps/{id}/message", bodyLimit: limit, in: &router, writeOn)
        owner.change("/admin/apps/{id}/preview", bodyLimit: limit, in: &router, preview)
        owner.change("/admin/apps/{id}/broadcasts", bodyLimit: limit, in: &router, create)
    }

    private func write(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let around = try await surroundings(request, visitor)
        guard let id = request.query["again"].flatMap(BroadcastID.init) else {
            return MessageForm(form: BroadcastForm(nonce: sessions.nonce())).page(around).response
        }
        return MessageForm.again(try await broadcasts.broadcast(id), nonce: sessions.nonce()).page(around).response
    }

    /// The form once more as it was filled in, with what is wrong; perhaps for another app than before.
    private func writeOn(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let around = try await surroundings(request, visitor)
        let form = BroadcastForm(try request.form())
        return MessageForm(form: form, faults: faults(of: form, around)).page(around).response
    }

    /// What a script puts into the form as it is filled in: the same as a page of the form would show.
    private func preview(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let around = try await surroundings(request, visitor)
        let form = BroadcastForm(try request.form())
        let faults = faults(of: form, around)
        return .html(form.drafting(MessagePreview(form, faults: faults, around).html, faults).markup)
    }

    private func create(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let around = try await surroundings(request, visitor)
        let form = BroadcastForm(try request.form())
        var faults = faults(of: form, around)
        guard faults.isEmpty else { return MessageForm(form: form, faults: faults).page(around).response }
        if form.isTrial { return try await send(trial: form, around) }
        let draft = try form.gatewayDraft(for: around.app.id, at: now())
        let reach = try await broadcasts.reach(of: draft)
        faults = refusals(of: form, reach, around)
        guard faults.isEmpty else { return MessageForm(form: form, faults: faults).page(around).response }
        guard !form.isDryRun else {
            let review = MessageReview(
                draft: draft,
                form: form,
                reach: reach,
                around: around,
                cost: try await quota.workersCost(of: reach),
                idempotencyKey: sessions.fingerprint(of: "\(around.app.id)\0\(form.contents)")
            )
            return review.page.response
        }
        let key = try form[.idempotencyKey].map { text throws(DraftFault) in try IdempotencyKey(text) }
        return .redirect(to: try await broadcasts.create(draft, idempotencyKey: key).address)
    }

    /// Sends to a user's devices, or to one, without asking once more, and shows what became of it above the form; the same
    /// page loaded anew is the same trial.
    private func send(trial form: BroadcastForm, _ around: MessageForm.Surroundings) async throws -> HTTPResponse {
        let whom = "\(form[.trialUser] ?? "")\0\(form[.trialDevice] ?? "")"
        let contents = "trial\0\(around.app.id)\0\(whom)\0\(form.contents)"
        var page = MessageForm(form: form)
        do {
            let request = try form.gatewayTrial()
            let key = try IdempotencyKey(sessions.fingerprint(of: contents))
            let answer = try await sends.send(request, by: AppCaller(ownerOf: around.app), idempotencyKey: key)
            page = MessageForm(form: form.renewed(nonce: sessions.nonce()))
            page.trial = MessageTrial(answer, of: around.app)
        } catch let fault as DraftFault {
            page.faults = [fault]
        } catch SendFailure.unknownDevice(let id) {
            page.faults = [
                DraftFault(
                    field: BroadcastForm.Control.trialDevice.rawValue,
                    reason: SendFailure.unknownDevice(id).description
                )
            ]
        }
        return page.page(around).response
    }

    private func faults(of form: BroadcastForm, _ around: MessageForm.Surroundings) -> [DraftFault] {
        form.faults { form throws(DraftFault) in try form.gatewayDraft(for: around.app.id, at: around.moment) }
    }

    /// Why the services of the devices that it goes to would not take the message.
    private func refusals(
        of form: BroadcastForm,
        _ reach: Reach,
        _ around: MessageForm.Surroundings
    ) -> [DraftFault] {
        let preview = MessagePreview(form, around)
        return PushServiceKind.allCases.compactMap { service in
            guard reach.devices?.devices(by: service) ?? 0 > 0, let fault = preview.fault(of: service) else {
                return nil
            }
            return DraftFault(
                field: BroadcastForm.name(ofFaulty: fault.field),
                reason: "\(service.title) would not take it. \(fault.reason)"
            )
        }
    }

    private func surroundings(
        _ request: HTTPRequest,
        _ visitor: OwnerGate.Visitor
    ) async throws -> MessageForm.Surroundings {
        let app = try await apps.app(request.appID)
        let services = PushServiceKind.allCases.filter { service in
            app.id == .default && service == .apns ? isStandardReachable : app.hasCredentials(for: service)
        }
        return MessageForm.Surroundings(
            apps: try await apps.all(),
            app: app,
            counts: try await spaces.space(of: app).devices.counts(),
            services: Set(services),
            frame: sessions.frame(of: visitor),
            moment: now()
        )
    }
}
