import Foundation
import HTTPServer
import PushyCore

/// The owner's pages of apps: what a browser is answered where a program gets JSON, and what is asked once more before keys
/// and apps come to an end.
struct AppPages: Sendable {
    private static let sendCount = 5

    let apps: Apps
    let spaces: AppSpaces
    let broadcasts: Broadcasts
    let sessions: OwnerSessions
    /// Why the app of the settings has no way to APNs, if it has none.
    let missing: String?

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.change("/admin/apps/{id}", in: &router, rename)
        owner.show("/admin/apps/{id}/rotate-key", in: &router, askToRotate)
        owner.show("/admin/apps/{id}/delete", in: &router, askToDelete)
        owner.change("/admin/apps/{id}/delete", in: &router, delete)
        owner.change(
            "/admin/apps/{id}/credentials/{service}",
            bodyLimit: AppRoutes.bodyLimit,
            in: &router,
            changeCredentials
        )
        owner.show("/admin/apps/{id}/credentials/{service}/remove", in: &router, askToRemoveCredentials)
        owner.change("/admin/apps/{id}/credentials/{service}/remove", in: &router, removeCredentials)
    }

    /// The list of all apps.
    func list(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        var page = try await listPage()
        page.done = Done(request)?.sentence
        return page.page(in: sessions.frame(of: visitor)).response
    }

    /// One app.
    func show(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        var page = try await page(of: apps.app(request.appID))
        page.done = Done(request)?.sentence
        return page.page(in: sessions.frame(of: visitor)).response
    }

    /// Creates an app of a form, and shows its keys in the answer: they stand under no address, to be looked at again.
    func create(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let form = AppForm(try request.form())
        let fields = form.newApp
        var page = try await listPage()
        page.form = form
        page.faults = Apps.faults(in: fields)
        if page.faults.isEmpty {
            do throws(AppFailure) {
                let new = try await apps.create(fields, by: .page)
                return NewKeysPage(
                    app: new.app,
                    title: "\(new.app.name) is there",
                    keys: [(.backend, new.backendKey), (.client, new.clientKey)]
                ).page(in: sessions.frame(of: visitor)).response
            } catch {
                page.take(error)
            }
        }
        return page.page(in: sessions.frame(of: visitor)).response
    }

    /// Gives an app the new key that its page asked for, once: the same form again finds another key and does nothing.
    func rotateKey(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let (id, form) = (try request.appID, try request.form())
        let role = try Self.role(form["key"])
        let former = form["former"].flatMap { $0.isEmpty ? nil : $0 }
        guard let key = try await apps.replaceKey(named: former, of: id, for: role, by: .page) else {
            return .redirect(to: "/admin/apps/\(id)?done=\(Done.rotatedBefore.rawValue)")
        }
        let app = try await apps.app(id)
        return NewKeysPage(
            app: app,
            title: "The new \(role.title) of \(app.name)",
            keys: [(role, key)],
            dead: former == nil ? nil : "The former one is dead: what still uses it is answered 401."
        ).page(in: sessions.frame(of: visitor)).response
    }

    private func listPage() async throws(AppFailure) -> AppsPage {
        AppsPage(apps: try await apps.all(), isStandardReachable: missing == nil)
    }

    private func page(of app: App) async throws -> AppPage {
        let space = try await spaces.space(of: app)
        var troubles: [PushServiceKind: AppFailure] = [:]
        for service in PushServiceKind.allCases { troubles[service] = apps.trouble(of: app, with: service) }
        return AppPage(
            app: app,
            counts: try await space.devices.counts(),
            sends: try await space.log.page(after: nil, limit: Self.sendCount).entries,
            troubles: troubles,
            missing: missing
        )
    }

    private static func role(_ word: String?) throws(HTTPProblem) -> AppKey.Role {
        guard let role = AppKey.Role(word: word) else {
            throw HTTPProblem(.badRequest, "An app has the keys \"api\" and \"client\", and no other.")
        }
        return role
    }
}

extension AppPages {
    private func rename(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let form = AppForm(try request.form())
        return try await change(request, ["name": .string(form["name"] ?? "")], form, nil, visitor)
    }

    private func changeCredentials(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let service = try request.service
        let form = AppForm(try request.form())
        let fields: JSONObject = [service.credentialsName: .object(form.credentials(for: service))]
        return try await change(request, fields, form, service, visitor)
    }

    /// Changes an app, or shows its page again with what is wrong beside its field.
    private func change(
        _ request: HTTPRequest,
        _ fields: JSONObject,
        _ form: AppForm,
        _ service: PushServiceKind?,
        _ visitor: OwnerGate.Visitor
    ) async throws -> HTTPResponse {
        let id = try request.appID
        do throws(AppFailure) {
            let app = try await apps.change(id, fields)
            return .redirect(to: "\(app.address)?done=\(Done.changed.rawValue)")
        } catch .fault(let fault) {
            var page = try await page(of: apps.app(id))
            page.refused = AppPage.Refusal(service: service, form: form, fault: fault)
            return page.page(in: sessions.frame(of: visitor)).response
        }
    }

    private func removeCredentials(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let app = try await apps.change(request.appID, [request.service.credentialsName: .null])
        return .redirect(to: "\(app.address)?done=\(Done.changed.rawValue)")
    }

    /// Deletes an app, whose broadcasts end with it.
    func delete(_ id: AppID) async throws(AppFailure) {
        try await apps.delete(id)
        await broadcasts.cancelOrphans()
    }

    private func delete(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        try await delete(request.appID)
        return .redirect(to: "/admin/apps?done=\(Done.deleted.rawValue)")
    }
}

extension AppPages {
    private func askToRotate(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let app = try await apps.app(request.appID)
        let role = try Self.role(request.query["key"])
        let former = app[key: role]
        let question = QuestionPage(
            title: "A new key?",
            question: former == nil
                ? "Make an \(role.title) for \(app.name)?" : "Rotate the \(role.title) of \(app.name)?",
            consequences: [
                former == nil
                    ? "\(role.purpose) The next page shows it, this once."
                    : """
                    The next page shows the new one, this once. The one that is in use is dead from then on: what presents it \
                    is answered 401 until it has the new one.
                    """
            ],
            action: "\(app.address)/rotate-key",
            yes: former == nil ? "Make it" : "Rotate it",
            back: app.address,
            no: former == nil ? "Leave it" : "Keep the one that is in use",
            section: .apps,
            hidden: [("key", role.word), ("former", former?.name ?? "")]
        )
        return question.page(in: sessions.frame(of: visitor)).response
    }

    private func askToRemoveCredentials(
        _ request: HTTPRequest,
        _ visitor: OwnerGate.Visitor
    ) async throws -> HTTPResponse {
        let app = try await apps.app(request.appID)
        let service = try request.service
        let unreached = try await spaces.space(of: app).devices.counts().devices(by: service)
        let question = QuestionPage(
            title: "Take away?",
            question: "Take away what \(app.name) reaches \(service.title) with?",
            consequences: [
                "\(unreached.devices) \(unreached == 1 ? "is" : "are") not reached any more, until it is given again.",
                service == .webPush
                    ? "The private keys are deleted: browsers that subscribed have to subscribe anew."
                    : "What the store holds of it is deleted; at \(service.title) it goes on being valid.",
            ],
            action: "\(app.address)/credentials/\(service.credentialsName)/remove",
            yes: "Take it away",
            back: app.address,
            no: "Keep it",
            section: .apps
        )
        return question.page(in: sessions.frame(of: visitor)).response
    }

    private func askToDelete(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let app = try await apps.app(request.appID)
        let devices = try await spaces.space(of: app).devices.counts().all()
        let question = QuestionPage(
            title: "Delete an app?",
            question: "Delete \(app.name) with \(devices.devices)?",
            consequences: [
                "Its keys, its devices, its credentials and the log of its sends are deleted at once.",
                "This cannot be taken back: devices come back only as the app registers them, under the key of a new one.",
            ],
            action: "\(app.address)/delete",
            yes: "Delete \(app.name) with \(devices.devices)",
            back: app.address,
            no: "Keep it",
            section: .apps
        )
        return question.page(in: sessions.frame(of: visitor)).response
    }
}

extension AppPages {
    /// What was done just now, as the address of the next page says it.
    private enum Done: String {
        case changed, deleted
        case rotatedBefore = "rotated-before"

        init?(_ request: HTTPRequest) {
            self.init(rawValue: request.query["done"] ?? "")
        }

        var sentence: String {
            switch self {
            case .changed: "Changed. It holds from the next notification on."
            case .deleted: "The app was deleted."
            case .rotatedBefore:
                "The key was changed before: a new one is shown once, and this was that page again. Who did not copy it rotates it once more."
            }
        }
    }
}

extension AppsPage {
    /// Shows why nothing came of the form.
    fileprivate mutating func take(_ failure: AppFailure) {
        switch failure {
        case .fault(let fault): faults = [fault]
        case .exists:
            faults = [
                DraftFault(
                    field: "id",
                    reason: """
                        \(failure) If it was created just now, its keys are not shown again: its page gives it new ones.
                        """
                )
            ]
        default: refusal = failure.description
        }
    }
}

extension HTTPRequest {
    /// The service whose credentials the address names.
    fileprivate var service: PushServiceKind {
        get throws(HTTPProblem) {
            guard let service = PushServiceKind(credentialsName: parameters["service"] ?? "") else {
                throw HTTPProblem(.notFound, "An app has credentials for apns, fcm and vapid, and no others.")
            }
            return service
        }
    }
}
