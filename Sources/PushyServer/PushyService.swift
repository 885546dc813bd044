import Foundation
import HTTPServer
import PushyCore

/// The service, whole: the app's and the owner's routes, the broadcasts, and what has to be done from time to time.
///
/// ```swift
/// let service = try await PushyService(store: store, push: .success(pushService), configuration: configuration)
/// let address = try await service.start()
/// …
/// await service.stop()
/// ```
public final class PushyService: Sendable {
    /// The default app's devices.
    public let registry: TokenRegistry
    /// All apps.
    public let apps: Apps
    /// What is sent to single users and devices.
    public let sends: Sends
    /// All broadcasts, those that a former process left unfinished included.
    public let broadcasts: Broadcasts

    /// All addresses that are answered.
    let addresses: [Router.Entry]
    private let store: KVStore
    private let push: Result<PushService, BroadcastFailure>
    private let channels: AppChannels
    private let server: HTTPServer
    private let upkeep: Upkeep

    /// Opens what the store holds; nothing listens and nothing is sent before ``start()``.
    ///
    /// - Parameters:
    ///   - store: The tokens, and the service's own records. The service closes it when it stops.
    ///   - push: The way to APNs, or ``BroadcastFailure/notConfigured(_:)`` with a sentence on what is missing: then all
    ///     but sending works. The service shuts it down when it stops.
    ///   - configuration: The keys, and how to listen.
    ///   - now: The clock that dates registrations, sessions and broadcasts.
    ///   - uptime: The clock that limits of calls are counted on.
    /// - Throws: ``KVError/unavailable(_:)`` when the store cannot be read or laid out.
    public init(
        store: KVStore,
        push: Result<PushService, BroadcastFailure>,
        configuration: Configuration,
        now: @escaping @Sendable () -> Date = { Date() },
        uptime: @escaping @Sendable () -> Duration = RateLimiter.uptime
    ) async throws(KVError) {
        self.store = store
        self.push = push
        registry = try await TokenRegistry(in: store, now: now)
        apps = try await Apps(in: store, masterKey: configuration.masterKey, now: now)
        channels = AppChannels(
            of: apps,
            standard: push,
            services: configuration.services,
            makeAPNs: configuration.apnsMaker
        )
        let spaces = AppSpaces(in: store, standard: registry, logDays: configuration.sendLogDays, now: now)
        sends = try await Sends(
            in: store,
            apps: apps,
            spaces: spaces,
            channels: channels,
            report: { [report = configuration.report] in report(.upkeepFailed($0)) },
            now: now
        )
        broadcasts = try await Broadcasts(
            registry: registry,
            service: push,
            gateway: Gateway(apps: apps, spaces: spaces, channels: channels),
            report: { [report = configuration.report] turn in report(.broadcast(turn, at: now())) },
            now: now
        )
        let sessions = try await OwnerSessions(in: store, key: configuration.adminKey, now: now)
        let routes = ServiceRoutes(
            store: store,
            registry: registry,
            apps: apps,
            spaces: spaces,
            sends: sends,
            broadcasts: broadcasts,
            testDevices: try await TestDevices(in: store),
            sessions: sessions,
            push: push,
            configuration: configuration,
            now: now,
            uptime: uptime
        )
        let router = routes.router()
        addresses = router.entries
        server = HTTPServer(router: router, configuration: configuration.http)
        upkeep = Upkeep(
            broadcasts: broadcasts,
            sends: sends,
            apps: apps,
            spaces: spaces,
            quota: Quota(store: store, now: now),
            courier: configuration.noticeChannel.map { NoticeCourier($0) },
            report: configuration.report
        )
    }

    /// Listens, and takes up the broadcasts that are due.
    ///
    /// - Returns: the address, with the port that the system chose if 0 was asked for.
    public func start() async throws(HTTPServerError) -> SocketAddress {
        let address = try server.start()
        upkeep.start()
        return address
    }

    /// Takes no new requests, answers those under way, lets broadcasts come to a checkpoint, and closes the store; all
    /// of it takes less than ten seconds.
    ///
    /// - Throws: what the store could not write at the end; all is closed nevertheless.
    public func stop() async throws(KVError) {
        upkeep.stop()
        let checkpoint = Task { [broadcasts, sends] in
            await broadcasts.stop()
            await sends.stop()
        }
        // Notifications under way are answered within a moment; those that hang are not waited for.
        let patience = Task { [push, channels] in
            try await Task.sleep(for: Self.patience)
            await push.shutdown(grace: .zero)
            await channels.shutdown(grace: .zero)
        }
        await server.stop(grace: Self.patience)
        await checkpoint.value
        patience.cancel()
        await push.shutdown(grace: .zero)
        await channels.shutdown(grace: .zero)
        try await store.close()
    }

    /// How long requests and notifications under way have when the service stops.
    private static let patience = Duration.seconds(5)
}

extension Result<PushService, BroadcastFailure> {
    fileprivate func shutdown(grace: Duration) async {
        if case .success(let service) = self { await service.shutdown(grace: grace) }
    }
}
