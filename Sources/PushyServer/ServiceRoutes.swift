import Foundation
import HTTPServer
import PushyCore

/// All routes of the service.
struct ServiceRoutes: Sendable {
    let store: KVStore
    let registry: TokenRegistry
    let broadcasts: Broadcasts
    let sessions: OwnerSessions
    let push: Result<PushService, BroadcastFailure>
    let configuration: PushyService.Configuration
    let now: @Sendable () -> Date

    /// The router that leads to them.
    func router() -> Router {
        let counters = RegistrationCounters()
        var router = Router()
        TokenRoutes(
            registry: registry,
            appKey: configuration.appKey,
            limiter: RateLimiter(callsPerMinute: configuration.callsPerMinute, now: Self.elapsed),
            counters: counters,
            now: now
        ).add(to: &router)
        return router
    }

    private static let start = ContinuousClock.now

    /// The time since the first call, which no change of the clock disturbs.
    private static func elapsed() -> Duration { start.duration(to: .now) }
}
