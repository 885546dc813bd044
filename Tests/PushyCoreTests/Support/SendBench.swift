import APNs
import Foundation
import Synchronization
import WorkersKV

@testable import PushyCore

/// How a stand-in for APNs answers a delivery.
typealias Script = @Sendable (APNsDelivery) -> APNsOutcome

/// A store with the default app's devices, and sends through stand-ins for both of APNs' environments.
struct SendBench {
    let core: Bench
    let apps: Apps
    let spaces: AppSpaces
    let space: AppSpace
    let sends: Sends
    let production: RecordingChannel
    let sandbox: RecordingChannel
    let caller = AppCaller(app: .default, role: .backend, incarnation: App.default.incarnation)

    var devices: DeviceRegistry { space.devices }

    static func run(
        budget: KVBudget = KVBudget(plan: .unlimited),
        production: @escaping Script = { _ in .accepted },
        _ test: (SendBench) async throws -> Void
    ) async throws {
        try await Bench.run(budget: budget) { core in try await test(SendBench(core, production)) }
    }

    /// Sends of which so many may be under way at once, by way of a channel.
    func sends(atOnce limit: Int, to channel: any PushChannel) async throws -> Sends {
        try await Self.sends(core, apps, spaces, channel, sandbox, SendPlaces(limit: limit))
    }

    private init(_ core: Bench, _ script: @escaping Script) async throws {
        self.core = core
        production = RecordingChannel(script)
        sandbox = RecordingChannel { _ in .accepted }
        apps = try await core.apps()
        spaces = core.spaces()
        space = try await spaces.space(of: .default)
        sends = try await Self.sends(core, apps, spaces, production, sandbox)
    }

    /// Sends as a process that is started anew on the same store has them.
    func anotherProcess() async throws -> Sends {
        try await Self.sends(core, apps, spaces, production, sandbox)
    }

    private static func sends(
        _ core: Bench,
        _ apps: Apps,
        _ spaces: AppSpaces,
        _ production: any PushChannel,
        _ sandbox: any PushChannel,
        _ places: SendPlaces = SendPlaces()
    ) async throws -> Sends {
        let service = PushService(topic: try APNsTopic("com.example.app"), production: production, sandbox: sandbox)
        let channels = AppChannels(of: apps, standard: .success(service)) { _, _ throws(BroadcastFailure) in
            throw .notConfigured("No app but the default one.")
        }
        let moment = core.moment
        return try await Sends(
            in: core.store,
            apps: apps,
            spaces: spaces,
            channels: channels,
            places: places,
            report: { _ in },
            now: { moment.now }
        )
    }

    /// Registers a made-up device.
    @discardableResult
    func register(
        _ number: Int,
        on platform: DevicePlatform,
        user: String,
        environment: JSONValue? = nil
    ) async throws -> DeviceID {
        var members: JSONObject = ["platform": .string(platform.rawValue), "device_token": .numbered(number)]
        members["user_id"] = .string(user)
        members["environment"] = environment
        return try await devices.register(DeviceRegistration(members)).id
    }

    /// Sends to a user, and gives the answer.
    func send(_ fields: JSONObject) async throws -> JSONObject {
        try await sends.send(SendRequest(toUser: fields), by: caller).json
    }
}

extension JSONObject {
    /// The results of a send, device by device.
    var results: [JSONValue] {
        guard case .array(let results) = self["results"] else { return [] }
        return results
    }
}

/// A stand-in for APNs that remembers what was sent to whom.
final class RecordingChannel: PushChannel {
    private let script: Script
    private let log = Mutex<[(delivery: APNsDelivery, notification: APNsNotification)]>([])

    init(_ script: @escaping Script) {
        self.script = script
    }

    var deliveries: [APNsDelivery] { log.withLock { $0.map(\.delivery) } }

    /// The bodies that were shown, in the order in which they came.
    var bodies: [String] {
        log.withLock { log in
            log.compactMap { entry in
                let payload = try? JSONValue(reading: entry.notification.payload.json)
                guard case .string(let text)? = payload?["aps"]?["alert"]?["body"] else { return nil }
                return text
            }
        }
    }

    func send(_ notification: APNsNotification, to deliveries: [APNsDelivery]) async -> [APNsOutcome] {
        log.withLock { $0 += deliveries.map { ($0, notification) } }
        return deliveries.map(script)
    }
}
