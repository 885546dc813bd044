import HTTPServer
import PushyCore

/// `/healthz`, for whoever watches the process.
struct HealthRoutes: Sendable {
    let store: KVStore

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.addOpen(.get, "/healthz", to: &router) { _ in
            try store.checkPresence()
            try await store.read { _ in }
            return .json(#"{"status":"ok"}"#)
        }
    }
}
