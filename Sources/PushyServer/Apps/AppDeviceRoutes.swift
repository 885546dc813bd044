import HTTPServer
import PushyCore

/// `/devices`: an app or its backend registers devices of any platform, and takes them back.
struct AppDeviceRoutes: Sendable {
    /// The longest body in bytes: the longest registration token of FCM with an owner's name fits.
    private static let bodyLimit = 8_192
    private static let example = #"{"platform": "ios", "device_token": "<hexadecimal digits>"}"#

    let spaces: AppSpaces

    func add(to router: inout Router, through apps: AppRouter) {
        apps.register(.post, "/devices", bodyLimit: Self.bodyLimit, in: &router) { request, caller in
            let devices = try await spaces.space(of: caller).devices
            let registration = try DeviceRegistration(request.jsonObject(example: Self.example))
            let registered = try await devices.register(registration)
            var outcome = AppRouter.Outcome(status: registered.registration.rawValue)
            outcome.members["id"] = .string(registered.id.text)
            return outcome
        }
        apps.register(.delete, "/devices/{id}", in: &router) { request, caller in
            let devices = try await spaces.space(of: caller).devices
            guard let id = DeviceID(request.parameters["id"] ?? "") else { return AppRouter.Outcome(status: "absent") }
            return AppRouter.Outcome(status: try await devices.remove(id).rawValue)
        }
    }
}
