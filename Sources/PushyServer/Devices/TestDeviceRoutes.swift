import HTTPServer
import PushyCore

/// The owner marks devices as those on which messages are tried, and takes the mark off.
struct TestDeviceRoutes: Sendable {
    let registry: TokenRegistry
    let testDevices: TestDevices
    let sessions: OwnerSessions

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.change("/admin/devices/{alias}/mark", in: &router, mark)
        owner.change("/admin/test-devices/forget", in: &router, forget)
    }

    /// Marks a device under a name, or gives it another one.
    private func mark(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let form = try request.form()
        let token = try await registry.token(of: request)
        guard let sheet = try await registry.sheet(of: token) else { throw HTTPProblem.deviceUnknown }
        let registered = try? sheet.record.get().environment
        let environment = registered ?? form["deviceEnvironment"].flatMap(APNsEnvironment.init) ?? .production
        let name = form["deviceName"] ?? ""
        let device: TestDevice
        do throws(DraftFault) {
            device = try TestDevice(token, named: name, in: environment)
        } catch {
            let mark = try await testDevices.all().first { $0.token == token }
            var page = DevicePage(sheet: sheet, mark: mark, isShown: false)
            page.refusedName = (name, error)
            return page.page(in: sessions.frame(of: visitor)).response
        }
        try await testDevices.keep(device)
        return .redirect(to: token.address)
    }

    /// Takes the mark off a device; its token may have been removed before.
    private func forget(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let id = try request.form()["device"]
        guard let device = try await testDevices.all().first(where: { $0.id == id }) else {
            throw HTTPProblem(.notFound, "There is no such test device. Perhaps it was forgotten before.")
        }
        try await testDevices.forget(device.token)
        return .redirect(to: "/admin/devices")
    }
}
