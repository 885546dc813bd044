import HTTPServer
import PushyCore

/// `/devices`: an app or its backend registers devices of any platform, and takes them back; from pages of any origin too.
struct AppDeviceRoutes: Sendable {
    /// The longest body in bytes: the longest registration token of FCM with an owner's name fits.
    private static let bodyLimit = 8_192
    private static let example = #"{"platform": "ios", "device_token": "<hexadecimal digits>"}"#

    let apps: Apps
    let spaces: AppSpaces
    /// Which hosts are taken for browsers' services.
    let endpoints: EndpointPolicy

    func add(to router: inout Router, through gate: AppRouter) {
        let pages = gate.openToPages
        pages.addPreflight(of: .post, "/devices", to: &router)
        pages.addPreflight(of: .delete, "/devices/{id}", to: &router)
        pages.addPreflight(of: .get, "/vapid-key", to: &router)
        pages.register(.post, "/devices", bodyLimit: Self.bodyLimit, in: &router) { request, caller in
            let devices = try await spaces.space(of: caller).devices
            let registration = try await registration(request, by: caller)
            let registered = try await devices.register(registration)
            var outcome = AppRouter.Outcome(status: registered.registration.rawValue)
            outcome.members["id"] = .string(registered.id.text)
            return outcome
        }
        pages.register(.delete, "/devices/{id}", in: &router) { request, caller in
            let devices = try await spaces.space(of: caller).devices
            guard let id = DeviceID(request.parameters["id"] ?? "") else { return AppRouter.Outcome(status: "absent") }
            return AppRouter.Outcome(status: try await devices.remove(id).rawValue)
        }
        pages.add(.get, "/vapid-key", to: &router) { _, caller in
            guard let key = try await apps.app(caller.app).vapid?.publicKey else {
                throw HTTPProblem(
                    .notFound,
                    "The app \(caller.app) has no VAPID keys. Its owner gives it some with pushy apps change."
                )
            }
            let json: JSONValue = ["public_key": .string(key)]
            return .json(json.written())
        }
    }

    /// What the body says; only a browser's needs to know more of the app.
    private func registration(_ request: HTTPRequest, by caller: AppCaller) async throws -> DeviceRegistration {
        let members = try request.jsonObject(example: Self.example)
        guard try DeviceRegistration.platform(in: members) == .web else { return try DeviceRegistration(members) }
        let terms = WebTerms(policy: endpoints, of: try await apps.app(caller.app))
        return try DeviceRegistration(members, terms: terms)
    }
}
