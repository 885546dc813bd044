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

    @Test("is no other app's trouble: of ten, one whose service hangs and one whose key is revoked keep nobody waiting")
    func trouble() async throws {
        try await Bench.run { bench in
            let apps = try await bench.sealingApps()
            let gate = Gate()
            let channels = AppChannels(of: apps, standard: .failure(.notConfigured("None."))) {
                _,
                topic throws(BroadcastFailure) in
                let channel: any PushChannel =
                    switch topic.text {
                    case "com.example.hangs": GatedChannel(gate)
                    case "com.example.revoked":
                        ScriptedChannel { _ in .rejected(status: 403, reason: "InvalidProviderToken") }
                    default: ScriptedChannel()
                    }
                return PushService(topic: topic, production: channel, sandbox: channel)
            }
            let (moment, spaces) = (bench.moment, bench.spaces())
            let sends = try await Sends(
                in: bench.store,
                apps: apps,
                spaces: spaces,
                channels: channels,
                report: { _ in },
                now: { moment.now }
            )
            let secrets = try Secrets()
            let request = try SendRequest(toUser: ["user_id": "me", "body": "Hello"])
            func caller(_ id: String) async throws -> AppCaller {
                let access = secrets.apns(with: "bundle_id", .string("com.example.\(id)"))
                let new = try await apps.create(["id": .string(id), "apns": access])
                _ = try await spaces.space(of: new.app).devices.register(.made(1, on: .ios, user: "me"))
                return try #require(try await apps.caller(presenting: new.backendKey))
            }
            let (hangs, revoked) = (try await caller("hangs"), try await caller("revoked"))
            var working: [AppCaller] = []
            for number in 1...8 { working.append(try await caller("works-\(number)")) }

            async let late = sends.send(request, by: hangs)
            await gate.waitForArrival()
            #expect(try await sends.send(request, by: revoked).json["failed"] == 1)
            for caller in working { #expect(try await sends.send(request, by: caller).json["sent"] == 1) }
            await gate.open()
            #expect(try await late.json["sent"] == 1)
        }
    }
}
