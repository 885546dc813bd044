import APNs
import Foundation
import Synchronization
import Testing

@testable import PushyCore

@Suite("An app's way to its devices")
struct AppChannelsTests {
    @Test("is made of its own credentials when it is first needed, and anew when they change")
    func credentials() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let made = Mutex<[String]>([])
            let channels = AppChannels(of: apps, standard: .failure(.notConfigured("None."))) {
                credentials,
                topic throws(BroadcastFailure) in
                made.withLock { $0.append(credentials.keyID) }
                return PushService(topic: topic, production: ScriptedChannel(), sandbox: ScriptedChannel())
            }
            let app = try await apps.create(try Secrets().fields(id: "atlas")).app
            for _ in 0..<2 { _ = try channels.channel(of: app, for: .apns) }
            #expect(made.withLock { $0 } == ["KEY4567890"])
            let renamed = try await apps.change(app.id, ["name": "Map"])
            _ = try channels.channel(of: renamed, for: .apns)
            let changed = try await apps.change(app.id, ["apns": ["key_id": "NEWKEY7890"]])
            _ = try channels.channel(of: changed, for: .apns)
            #expect(made.withLock { $0 } == ["KEY4567890", "NEWKEY7890"])
            let without = try await apps.change(app.id, ["apns": nil])
            #expect(throws: ChannelMissing.self) { try channels.channel(of: without, for: .apns) }
        }
    }

    @Test("says what the default app lacks in the settings' words")
    func standard() async throws {
        try await Bench.run { bench in
            let channels = AppChannels(
                of: try await bench.apps(),
                standard: .failure(.notConfigured("Set PUSHY_APNS_KEY."))
            ) {
                _,
                _ throws(BroadcastFailure) in throw .notConfigured("")
            }
            let missing = #expect(throws: ChannelMissing.self) { try channels.channel(of: .default, for: .apns) }
            #expect(missing?.reason == "Set PUSHY_APNS_KEY.")
        }
    }

    @Test("is no other app's trouble: one whose service hangs keeps nobody waiting")
    func hanging() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let gate = Gate()
            let channels = AppChannels(of: apps, standard: .failure(.notConfigured("None."))) {
                _,
                topic throws(BroadcastFailure) in
                let channel: any PushChannel =
                    topic.text == "com.example.hangs" ? GatedChannel(gate) : ScriptedChannel()
                return PushService(topic: topic, production: channel, sandbox: channel)
            }
            let spaces = bench.spaces()
            let moment = bench.moment
            let sends = try await Sends(
                in: bench.store,
                apps: apps,
                spaces: spaces,
                channels: channels,
                report: { _ in },
                now: { moment.now }
            )
            let secrets = try Secrets()
            var callers: [String: AppCaller] = [:]
            for id in ["hangs", "works"] {
                let access = secrets.apns(with: "bundle_id", .string("com.example.\(id)"))
                let new = try await apps.create(["id": .string(id), "apns": access])
                _ = try await spaces.space(of: new.app).devices.register(.made(1, on: .ios, user: "me"))
                callers[id] = try await apps.caller(presenting: new.backendKey)
            }
            let request = try SendRequest(toUser: ["user_id": "me", "body": "Hello"])
            let (stuck, free) = (try #require(callers["hangs"]), try #require(callers["works"]))
            async let late = sends.send(request, by: stuck)
            await gate.waitForArrival()
            #expect(try await sends.send(request, by: free).json["sent"] == 1)
            await gate.open()
            #expect(try await late.json["sent"] == 1)
        }
    }
}
