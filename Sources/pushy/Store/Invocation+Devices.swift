import PushyCore
import WorkersKV

extension Invocation {
    /// Opens what is kept of the app that was named, in the data directory that was named, says which directory it is, and
    /// lets the body work on it.
    func withDevices<Result>(
        _ body: (App, AppSpace) async throws(Complaint) -> Result
    ) async throws(Complaint) -> Result {
        let id = try inputs.value(.app)
        let budget = try BudgetConfiguration(inputs).budget
        return try await withStore(budget: budget) { store throws(Complaint) in
            let apps = try await Complaint.wrapping { () async throws(KVError) in try await Apps(in: store, now: now) }
            let app: App
            do throws(AppFailure) {
                app = try await apps.app(id)
            } catch {
                throw Complaint(about: error)
            }
            let space = try await Complaint.wrapping { () async throws(KVError) in
                let standard = try await TokenRegistry(in: store, now: now)
                return try await AppSpaces(in: store, standard: standard, now: now).space(of: app)
            }
            return try await body(app, space)
        }
    }

    /// The same for those of its devices that APNs reaches.
    func withRegistry<Result>(
        _ body: (TokenRegistry) async throws(Complaint) -> Result
    ) async throws(Complaint) -> Result {
        try await withDevices { _, space throws(Complaint) in try await body(space.registry) }
    }
}

extension Setting<AppID> {
    /// Whose devices a command is about.
    static let app = Setting(
        Flag(
            "app",
            .value("ID"),
            default: AppID.default.text,
            help: "Which of the server's apps; the one that its settings name is called default."
        ).forOneRun
    ) { text throws(Misfit) in
        do throws(DraftFault) {
            return try AppID(text)
        } catch {
            throw Misfit("give it an app's id, as pushy apps list shows them")
        }
    }
}
