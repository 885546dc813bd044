import HTTPServer
import PushyCore

/// `/admin/apps/{id}/devices`: the owner looks at an app's devices of every platform, looks for some, and removes one.
///
/// No address holds a token or a user: browsers remember addresses, and proxies log them.
struct AppDevicePages: Sendable {
    private static let pageCount = 50

    let store: KVStore
    let apps: Apps
    let spaces: AppSpaces
    let sessions: OwnerSessions

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/apps/{id}/devices", in: &router, list)
        owner.change("/admin/apps/{id}/devices", in: &router, search)
        owner.show("/admin/apps/{id}/devices/{device}/remove", in: &router, askOnceMore)
        owner.change("/admin/apps/{id}/devices/{device}/remove", in: &router, remove)
    }

    private func list(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let app = try await apps.app(request.appID)
        let after = try request.query["after"].map { text throws(HTTPProblem) in
            guard let handle = DeviceHandle(text) else { throw .cursorUnknown }
            return handle
        }
        let found = try await spaces.space(of: app).devices.list(after: after, limit: Self.pageCount)
        var page = AppDevicesPage(app: app, picker: try await picker(app), devices: found.devices)
        page.next = found.next
        page.isContinued = after != nil
        page.done = request.query["done"].flatMap(TokenRegistry.Discarding.init).map(\.sentence)
        return page.page(in: sessions.frame(of: visitor)).response
    }

    private func search(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let app = try await apps.app(request.appID)
        let text = try request.form()["text"] ?? ""
        guard !text.isEmpty else { return .redirect(to: "\(app.address)/devices") }
        let found = try await spaces.space(of: app).devices.find(text, limit: Self.pageCount)
        var page = AppDevicesPage(app: app, picker: try await picker(app), devices: found)
        page.text = text
        return page.page(in: sessions.frame(of: visitor)).response
    }

    private func askOnceMore(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let app = try await apps.app(request.appID)
        guard let device = try await spaces.space(of: app).devices.listed(request.device) else {
            throw HTTPProblem.deviceUnknown
        }
        let page = RemovalPage(
            name: device.masked,
            action: "\(app.address)/devices/\(device.handle.text)/remove",
            back: "\(app.address)/devices",
            deletes: try await store.usage().spending[.deletes],
            isEnforced: store.budget.enforced.contains(.deletes)
        )
        return page.page(in: sessions.frame(of: visitor)).response
    }

    private func remove(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let app = try await apps.app(request.appID)
        let discarding = try await spaces.space(of: app).devices.discard(request.device)
        return .redirect(to: "\(app.address)/devices?done=\(discarding.rawValue)")
    }

    private func picker(_ app: App) async throws(AppFailure) -> AppPicker {
        AppPicker(apps: try await apps.all(), current: app.id) { "/admin/apps/\($0)/devices" }
    }
}

extension HTTPRequest {
    /// The device that the address names.
    fileprivate var device: DeviceHandle {
        get throws(HTTPProblem) {
            guard let handle = DeviceHandle(parameters["device"] ?? "") else { throw .deviceUnknown }
            return handle
        }
    }
}
