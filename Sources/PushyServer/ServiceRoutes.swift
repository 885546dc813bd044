import Foundation
import HTTPServer
import PushyCore

/// All routes of the service.
struct ServiceRoutes: Sendable {
    let store: KVStore
    let registry: TokenRegistry
    let apps: Apps
    let spaces: AppSpaces
    let sends: Sends
    let broadcasts: Broadcasts
    let testDevices: TestDevices
    let sessions: OwnerSessions
    let push: Result<PushService, BroadcastFailure>
    let configuration: PushyService.Configuration
    let now: @Sendable () -> Date
    let uptime: @Sendable () -> Duration

    /// The router that leads to them.
    func router() -> Router {
        let counters = RegistrationCounters()
        let gate = OwnerGate(
            key: configuration.adminKey,
            sessions: sessions,
            guesses: GuessLimit(delay: configuration.wrongKeyDelay, uptime: uptime)
        )
        let owner = OwnerRouter(gate: gate, crossSite: CrossSiteGuard(sessions: sessions), apps: apps, now: now)
        let quota = Quota(store: store, now: now)
        let desk = ComposeDesk(
            registry: registry,
            quota: quota,
            testDevices: testDevices,
            sessions: sessions,
            apps: apps,
            missing: push.failure?.description
        )
        let reach = (try? push.get()).map { APNsReach($0, now: now) }
        let home = HomePage(desk: desk, broadcasts: broadcasts, reach: reach, now: now)

        var router = Router()
        let appGate = AppGate(environmentKey: configuration.appKey, apps: apps)
        let appRouter = AppRouter(
            gate: appGate,
            limiter: RateLimiter(callsPerMinute: configuration.callsPerMinute, now: uptime),
            counters: counters,
            now: now
        )
        TokenRoutes(spaces: spaces).add(to: &router, through: appRouter)
        AppDeviceRoutes(apps: apps, spaces: spaces, endpoints: configuration.services.endpoints).add(
            to: &router,
            through: appRouter
        )
        SendRoutes(
            sends: sends,
            broadcasts: broadcasts,
            apps: apps,
            spaces: spaces,
            gate: appGate,
            sessions: sessions,
            now: now
        ).add(to: &router, through: owner)
        SendAllRoutes(broadcasts: broadcasts, gate: appGate, now: now).add(to: &router)
        DescriptionRoutes().add(to: &router, through: owner)
        HealthRoutes(store: store).add(to: &router, through: owner)
        MetricsRoutes(
            store: store,
            broadcasts: broadcasts,
            sends: sends,
            apps: apps,
            spaces: spaces,
            push: try? push.get(),
            counters: counters
        )
        .add(to: &router, through: owner)
        AssetRoutes().add(to: &router, through: owner)
        LoginRoutes(gate: gate).add(to: &router, through: owner)
        HomeRoutes(home: home, gate: gate).add(to: &router, through: owner)
        ComposeRoutes(desk: desk, now: now).add(to: &router, through: owner)
        BroadcastRoutes(broadcasts: broadcasts, desk: desk, now: now).add(to: &router, through: owner)
        let appPages = AppPages(
            apps: apps,
            spaces: spaces,
            broadcasts: broadcasts,
            sessions: sessions,
            missing: push.failure?.description
        )
        AppRoutes(apps: apps, pages: appPages).add(to: &router, through: owner)
        AppMessagePages(
            apps: apps,
            spaces: spaces,
            broadcasts: broadcasts,
            sends: sends,
            quota: quota,
            sessions: sessions,
            isStandardReachable: push.failure == nil,
            now: now
        ).add(to: &router, through: owner)
        AppDevicePages(store: store, apps: apps, spaces: spaces, sessions: sessions).add(to: &router, through: owner)
        DeviceCountRoutes(apps: apps, spaces: spaces).add(to: &router, through: owner)
        DeviceRoutes(registry: registry).add(to: &router, through: owner)
        DevicePageRoutes(store: store, registry: registry, testDevices: testDevices, sessions: sessions, apps: apps)
            .add(to: &router, through: owner)
        TestDeviceRoutes(registry: registry, testDevices: testDevices, sessions: sessions)
            .add(to: &router, through: owner)
        QuotaRoutes(quota: quota, enforced: store.budget.enforced, sessions: sessions).add(to: &router, through: owner)
        KeysRoutes(
            desk: configuration.check.map { CheckDesk($0, now: now) },
            settings: configuration.settings,
            push: try? push.get(),
            sessions: sessions,
            now: now
        ).add(to: &router, through: owner)
        router.renderProblems(under: "/admin", as: OwnerRouter.render)
        let admission = BearerAdmission(key: configuration.adminKey, guesses: gate.guesses)
        router.addWorkersKV(store, admission: { admission($0) }, now: now)
        return router
    }
}

extension Result {
    /// What went wrong, if anything did.
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
