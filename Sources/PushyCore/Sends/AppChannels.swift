import APNs
import FCM
import HTTPClient
import Synchronization
import WebPush

/// The ways to the devices of all apps, each opened when it is first needed and replaced when its credentials change.
///
/// No app shares one with another: a dead credential of one, or a service that hangs for it, is no other's trouble.
public final class AppChannels: Sendable {
    /// How a way to APNs comes about for an app's own credentials.
    public typealias APNsMaker =
        @Sendable (_ credentials: APNsCredentials, _ topic: APNsTopic) throws(BroadcastFailure) -> PushService

    /// How long what is in flight has when credentials change.
    private static let grace = Duration.seconds(30)

    private let apps: Apps
    private let standard: Result<PushService, BroadcastFailure>
    private let makeAPNs: APNsMaker
    private let services: ServiceSettings
    private let retry: SendRetry
    private let fcm: HTTPClient
    private let webPush: WebPushClient
    private let opened = Mutex<[AppID: Opened]>([:])

    private struct Opened {
        let incarnation: String
        let revision: Int
        var channels: [PushServiceKind: any DeviceChannel] = [:]

        func isOf(_ app: App) -> Bool { incarnation == app.incarnation && revision == app.revision }
    }

    /// Ways by the credentials of the apps; the default app's to APNs is given.
    public convenience init(
        of apps: Apps,
        standard: Result<PushService, BroadcastFailure>,
        services: ServiceSettings = ServiceSettings(),
        makeAPNs: @escaping APNsMaker
    ) {
        self.init(of: apps, standard: standard, services: services, retry: SendRetry(), makeAPNs: makeAPNs)
    }

    init(
        of apps: Apps,
        standard: Result<PushService, BroadcastFailure>,
        services: ServiceSettings,
        retry: SendRetry,
        makeAPNs: @escaping APNsMaker
    ) {
        self.apps = apps
        self.standard = standard
        self.makeAPNs = makeAPNs
        self.services = services
        self.retry = retry
        fcm = HTTPClient(configuration: services.http)
        webPush = WebPushClient(policy: services.endpoints, configuration: services.http)
    }

    /// An app's way to its devices by a service, or a sentence on why there is none.
    func channel(of app: App, for service: PushServiceKind) throws(ChannelMissing) -> any DeviceChannel {
        let (outcome, retired) = opened.withLock { opened in
            var current = Opened(incarnation: app.incarnation, revision: app.revision)
            var retired: [any DeviceChannel] = []
            if let former = opened[app.id] {
                if former.isOf(app) {
                    current = former
                } else {
                    retired = Self.own(of: app.id, former)
                }
            }
            let outcome = Result { () throws(ChannelMissing) in
                if let channel = current.channels[service] { return channel }
                let channel = try open(service, for: app)
                current.channels[service] = channel
                return channel
            }
            opened[app.id] = current
            return (outcome, retired)
        }
        if !retired.isEmpty { retire(retired) }
        return try outcome.get()
    }

    /// An app's way to APNs, or a sentence on why there is none.
    func pushService(of app: App) throws(ChannelMissing) -> PushService {
        guard let channel = try channel(of: app, for: .apns) as? APNsDeviceChannel else {
            throw ChannelMissing(reason: "The app \(app.id) has no way to APNs.")
        }
        return channel.service
    }

    /// Closes all ways but the default app's to APNs, which belongs to whoever gave it.
    public func shutdown(grace: Duration) async {
        let all = opened.withLock { opened in
            defer { opened = [:] }
            return opened.flatMap { Self.own(of: $0.key, $0.value) }
        }
        await Self.shutDown(all, grace: grace)
    }

    private func open(_ service: PushServiceKind, for app: App) throws(ChannelMissing) -> any DeviceChannel {
        do {
            switch service {
            case .apns:
                if app.id == .default { return APNsDeviceChannel(service: try standard.get()) }
                guard let access = try apps.credentials(of: app, for: .apns).apns else { break }
                return APNsDeviceChannel(service: try makeAPNs(access.credentials, access.topic))
            case .fcm:
                guard let access = try apps.credentials(of: app, for: .fcm).fcm else { break }
                let client = FCMClient(account: access.account, over: fcm, at: services.fcm)
                return FCMDeviceChannel(client: client, retry: retry)
            case .webPush:
                guard let access = try apps.credentials(of: app, for: .webPush).vapid else { break }
                return WebPushDeviceChannel(
                    client: webPush,
                    policy: services.endpoints,
                    identity: try access.identity,
                    app: app.id,
                    retry: retry
                )
            }
        } catch let failure as AppFailure {
            throw ChannelMissing(reason: failure.description, isForNow: failure.isOfMasterKey)
        } catch {
            throw ChannelMissing(reason: "\(error)")
        }
        throw ChannelMissing(reason: "The app \(app.id) has no credentials for \(service.title).")
    }

    /// The ways that were opened here; the default app's to APNs was not.
    private static func own(of id: AppID, _ entry: Opened) -> [any DeviceChannel] {
        entry.channels.filter { id != .default || $0.key != .apns }.map(\.value)
    }

    private func retire(_ channels: [any DeviceChannel]) {
        Task { await Self.shutDown(channels, grace: Self.grace) }
    }

    private static func shutDown(_ channels: [any DeviceChannel], grace: Duration) async {
        await withTaskGroup { group in
            for channel in channels { group.addTask { await channel.shutdown(grace: grace) } }
        }
    }
}

/// Why an app has no way to its devices by a service.
struct ChannelMissing: Error, Hashable, Sendable {
    let reason: String
    /// Whether there is one, once the server runs with the right master key.
    var isForNow = false
}
