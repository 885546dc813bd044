import HTTPServer
import PushyCore

/// `/admin/apps/{id}/devices/count`: how many devices an app has, by platform.
struct DeviceCountRoutes: Sendable {
    let apps: Apps
    let spaces: AppSpaces

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/apps/{id}/devices/count", in: &router) { request, _ in
            let space = try await spaces.space(of: apps.app(request.appID))
            return .json(JSONValue.object(try await space.devices.counts().json).written())
        }
    }
}
