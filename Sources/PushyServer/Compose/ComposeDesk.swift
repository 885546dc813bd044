import HTTPServer
import PushyCore

/// What the owner writes at: gathers what stands around the form.
struct ComposeDesk: Sendable {
    let registry: TokenRegistry
    let quota: Quota
    let testDevices: TestDevices
    let sessions: OwnerSessions
    let apps: Apps
    /// Why nothing can be sent, if it cannot.
    let missing: String?

    /// What stands around the form at this moment.
    func surroundings(for visitor: OwnerGate.Visitor) async throws -> ComposeForm.Surroundings {
        let counts = try await registry.counts()
        return ComposeForm.Surroundings(
            counts: counts,
            cost: try await quota.workersCost(keyCount: counts.all),
            devices: try await testDevices.all(),
            frame: sessions.frame(of: visitor),
            canSend: missing == nil,
            app: try await appNames()[.default],
            isForAppleAlone: AppPicker.isNeeded(among: try await apps.all())
        )
    }

    /// A page of the form alone.
    func page(_ form: ComposeForm, for visitor: OwnerGate.Visitor) async throws -> Page {
        let surroundings = try await surroundings(for: visitor)
        var page = Page("New notification", form.html(surroundings, isAlone: true))
        page.frame = surroundings.frame
        page.section = .send
        if !form.faults.isEmpty { page.status = .badRequest }
        return page
    }
}

extension ComposeDesk {
    /// What people call each app, where there is more than one to tell apart.
    func appNames() async throws(AppFailure) -> [AppID: String] {
        let all = try await apps.all()
        return all.count > 1 ? Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.name) }) : [:]
    }
}
