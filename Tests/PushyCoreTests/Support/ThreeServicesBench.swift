import APNs
import FCM
import Foundation
import ServiceStandIns
import WebPush
import WorkersKV

@testable import PushyCore

/// An app with credentials for all three services, and a stand-in for each.
struct ThreeServicesBench {
    let core: Bench
    let apps: Apps
    let app: App
    let space: AppSpace
    let spaces: AppSpaces
    let channels: AppChannels
    let sends: Sends
    let services: ServiceSettings
    let apns = RecordingChannel { _ in .accepted }
    let fcm: FCMStandIn
    let push: PushServiceStandIn
    let caller: AppCaller
    private let trust: TrustFile

    /// A file that goes with the value.
    private final class TrustFile: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID()).pem").path

        init(_ texts: [String]) throws {
            try Data(texts.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    static func run(
        budget: KVBudget = KVBudget(plan: .unlimited),
        _ test: (ThreeServicesBench) async throws -> Void
    ) async throws {
        try await Bench.run(budget: budget) { core in try await test(ThreeServicesBench(core)) }
    }

    private init(_ core: Bench) async throws {
        self.core = core
        let moment = core.moment
        fcm = try FCMStandIn()
        push = try PushServiceStandIn()
        let files = [try fcm.server.trustFile(), try push.server.trustFile()]
        trust = try TrustFile(files.map { try String(contentsOfFile: $0.path, encoding: .utf8) })
        var services = ServiceSettings()
        services.caFile = trust.path
        services.fcm = try FCMEndpoint(url: fcm.server.url)
        services.endpoints = try EndpointPolicy(adding: [push.hostEntry])
        self.services = services
        apps = try await core.sealingApps()
        let new = try await apps.create([
            "id": "atlas", "apns": try Secrets().apns(), "fcm": ["service_account": fcm.account],
            "vapid": ["subject": "mailto:me@example.com"],
        ])
        app = new.app
        caller = AppCaller(app: app.id, role: .backend, incarnation: app.incarnation)
        spaces = core.spaces()
        space = try await spaces.space(of: app)
        channels = AppChannels(
            of: apps,
            standard: .failure(.notConfigured("None.")),
            services: services,
            retry: SendRetry(clock: SteppedClock())
        ) { [apns] _, topic throws(BroadcastFailure) in
            PushService(topic: topic, production: apns, sandbox: apns)
        }
        sends = try await Sends(
            in: core.store,
            apps: apps,
            spaces: spaces,
            channels: channels,
            report: { _ in },
            now: { moment.now }
        )
    }

    /// The broadcasts of a process that knows the app.
    func broadcasts(clock: any Clock<Duration> = ContinuousClock()) async throws -> Broadcasts {
        let moment = core.moment
        return try await Broadcasts(
            registry: core.registry,
            service: .failure(.notConfigured("None.")),
            gateway: Gateway(apps: apps, spaces: spaces, channels: channels),
            clock: clock,
            now: { moment.now }
        )
    }

    /// Two iPhones, one of them in the sandbox, a Mac, an Android phone and a browser.
    func registerOneOfEach() async throws {
        _ = try await register(["platform": "ios", "device_token": .numbered(1)])
        _ = try await register(["platform": "ios", "device_token": .numbered(5), "environment": "sandbox"])
        _ = try await register(["platform": "macos", "device_token": .numbered(2)])
        _ = try await register(["platform": "android", "device_token": .numbered(3)])
        _ = try await registerBrowser("firefox")
    }

    /// A draft for all devices of the app.
    func draft(_ fields: JSONObject) throws -> Draft {
        try Draft(toAllOf: app.id, fields, at: core.moment.now)
    }

    /// The tokens of the messages that FCM was asked to send, in the order in which they came.
    var fcmTokens: [String] { fcm.messages.compactMap { $0["message"]?["token"].map(Self.text) } }

    /// Registers a device of "me".
    func register(_ members: JSONObject) async throws -> DeviceID {
        var members = members
        members["user_id"] = "me"
        return try await space.devices.register(DeviceRegistration(members)).id
    }

    /// Registers a new browser of "me".
    func registerBrowser(_ name: String, of app: App? = nil) async throws -> DeviceID {
        let members: JSONObject = ["platform": "web", "subscription": try push.subscribe(name), "user_id": "me"]
        let terms = WebTerms(policy: services.endpoints, of: app ?? self.app)
        return try await space.devices.register(DeviceRegistration(members, terms: terms)).id
    }

    /// Sends to "me", and gives the answer.
    func send(_ fields: JSONObject) async throws -> JSONObject {
        var fields = fields
        fields["user_id"] = "me"
        return try await sends.send(SendRequest(toUser: fields), by: caller).json
    }

    static func text(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return "" }
        return text
    }
}
