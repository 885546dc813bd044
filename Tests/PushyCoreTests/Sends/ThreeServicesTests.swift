import APNs
import FCM
import Foundation
import ServiceStandIns
import Testing
import WebPush

@testable import PushyCore

@Suite("One message on three services")
struct ThreeServicesTests {
    @Test("reaches an iPhone, a Mac, an Android phone and two browsers by one call; what is dead goes, and all say so")
    func everywhere() async throws {
        try await ThreeServicesBench.run { bench in
            let ids = [
                try await bench.register(["platform": "ios", "device_token": .numbered(1)]),
                try await bench.register(["platform": "macos", "device_token": .numbered(2), "environment": "sandbox"]),
                try await bench.register(["platform": "android", "device_token": .numbered(3)]),
                try await bench.registerBrowser("firefox"), try await bench.registerBrowser("chrome"),
            ]
            let first = try await bench.send(["title": "Inbox", "body": "3 new", "data": ["count": 3]])
            #expect(first["sent"] == 5)
            #expect(bench.apns.bodies == ["3 new", "3 new"])
            #expect(bench.fcm.messages.last?["message"]?["notification"]?["title"] == "Inbox")
            #expect(bench.fcm.messages.last?["message"]?["data"]?["count"] == "3")
            #expect(Set(bench.push.deliveries.map(\.name)) == ["firefox", "chrome"])
            let shown = try JSONValue(reading: try #require(bench.push.deliveries.first).plaintext)
            #expect(shown["notification"]?["body"] == "3 new")

            bench.core.moment.advance(by: 60)
            bench.fcm.fail(ThreeServicesBench.text(.numbered(3)), .unregistered)
            bench.push.fail("chrome", .answer(410))
            let second = try await bench.send(["title": "Inbox"])
            #expect((second["sent"], second["invalid_token"]) == (3, 2))
            let reasons = second.results.compactMap { $0["reason"] }
            #expect(Set(reasons) == ["UNREGISTERED", "HTTP 410"])
            let logged = try #require(try await bench.space.log.page(after: nil, limit: 1).entries.first)
            #expect(
                Set(logged.outcomes.filter { $0.status == .invalidToken }.map(\.device)) == [ids[2].text, ids[4].text]
            )

            let third = try await bench.send(["title": "Inbox"])
            #expect(third["sent"] == 3)
            #expect(third.results.count == 3)
            #expect(try await bench.space.devices.device(ids[2]) == nil)
        }
    }

    @Test("keeps a device whatever its service says but that it is gone", arguments: FCMFault.allCases)
    func faults(fault: FCMFault) async throws {
        try await ThreeServicesBench.run { bench in
            let id = try await bench.register(["platform": "android", "device_token": .numbered(3)])
            bench.core.moment.advance(by: 60)
            bench.fcm.fail(ThreeServicesBench.text(.numbered(3)), fault)
            let report = try await bench.send(["title": "Inbox"])
            let isGone = [.unregistered, .badToken, .badTokenByViolation].contains(fault)
            #expect(report["invalid_token"] == (isGone ? 1 : 0))
            #expect(report["failed"] == (isGone ? 0 : 1))
            #expect(try await bench.space.devices.device(id) == nil ? isGone : !isGone)
        }
    }

    @Test("is sent once more where a connection broke before the answer, under a tag that replaces the first")
    func brokenConnection() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await bench.register(["platform": "android", "device_token": .numbered(3)])
            bench.fcm.fail(ThreeServicesBench.text(.numbered(3)), .cut, times: 1)
            let report = try await bench.send(["title": "Inbox"])
            #expect(report["sent"] == 1)
            let tags = bench.fcm.messages.map { $0["message"]?["android"]?["notification"]?["tag"] }
            #expect(tags == Array(repeating: report["id"], count: 2))
        }
    }

    @Test("goes without the tag where that would make it too long")
    func noRoomForTag() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await bench.registerBrowser("firefox")
            let short = try JSONValue.object(GatewayMessage(["title": "x"]).webPushDelivery().payload).written()
            let limit = EncryptedMessage.maximumPlaintextByteCount
            let title = String(repeating: "x", count: limit - short.count + 1)
            #expect(try await bench.send(["title": .string(title)])["sent"] == 1)
            #expect(bench.push.deliveries.first?.plaintext.count == limit)
        }
    }

    @Test("keeps a browser whose service refuses, cannot now or breaks off", arguments: [400, 403, 413, 429, 503])
    func browserFaults(status: Int) async throws {
        try await ThreeServicesBench.run { bench in
            let id = try await bench.registerBrowser("firefox")
            bench.core.moment.advance(by: 60)
            bench.push.fail("firefox", .answer(status))
            let report = try await bench.send(["title": "Inbox"])
            #expect(report["failed"] == 1)
            #expect(report.results.first?["reason"] == .string("HTTP \(status)"))
            #expect(try await bench.space.devices.device(id) != nil)
        }
    }

    @Test("goes on reaching browsers that subscribed with a former key")
    func rotatedKeys() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await bench.registerBrowser("firefox")
            let former = try #require(bench.app.vapid?.publicKey)
            let changed = try await bench.apps.change(bench.app.id, ["vapid": ["public_key": nil]])
            let current = try #require(changed.vapid?.publicKey)
            _ = try await bench.registerBrowser("chrome", of: changed)
            #expect(try await bench.send(["title": "Inbox"])["sent"] == 2)
            let keys = bench.push.deliveries.map { $0.fields["authorization"]?.hasSuffix("k=\(former)") == true }
            #expect(Set(keys) == [true, false])
            #expect(former != current)
        }
    }

    @Test("knows a browser's subscription again, with the key that it was made with")
    func subscriptions() async throws {
        try await ThreeServicesBench.run { bench in
            let members: JSONObject = [
                "platform": "web", "subscription": try bench.push.subscribe("firefox"), "user_id": "me",
            ]
            let terms = WebTerms(policy: bench.services.endpoints, of: bench.app)
            let first = try await bench.space.devices.register(DeviceRegistration(members, terms: terms))
            let former = bench.app.vapid?.publicKey
            bench.core.moment.advance(by: 60)
            let rotated = try await bench.apps.change(bench.app.id, ["vapid": ["public_key": nil]])
            let newTerms = WebTerms(policy: bench.services.endpoints, of: rotated)
            let again = try await bench.space.devices.register(DeviceRegistration(members, terms: newTerms))
            #expect(again.registration == .unchanged)
            #expect(again.id == first.id)
            var named = members
            named["vapid_key"] = former.map(JSONValue.string)
            #expect(
                try await bench.space.devices.register(DeviceRegistration(named, terms: newTerms)).registration
                    == .unchanged
            )
            named["vapid_key"] = "unknown"
            #expect(throws: DraftFault.self) { try DeviceRegistration(named, terms: newTerms) }
            let moved: JSONObject = [
                "platform": "web", "subscription": try bench.push.subscribe("firefox"), "user_id": "me",
            ]
            bench.core.moment.advance(by: 60)
            let renewed = try await bench.space.devices.register(DeviceRegistration(moved, terms: newTerms))
            #expect(renewed.registration == .updated)
            #expect(renewed.id == first.id)
        }
    }

    @Test("knows a browser again whose endpoint is spelled another way, and signs for its origin")
    func spellings() async throws {
        try await ThreeServicesBench.run { bench in
            let terms = WebTerms(policy: bench.services.endpoints, of: bench.app)
            let subscription = try bench.push.subscribe("firefox")
            let endpoint = ThreeServicesBench.text(subscription["endpoint"] ?? nil)
            let spellings = [endpoint.replacing("https://localhost", with: "HTTPS://LocalHost") + "#here", endpoint]
            var registrations: [DeviceRegistry.Registered] = []
            for spelling in spellings {
                var members: JSONObject = ["platform": "web", "user_id": "me"]
                members["subscription"] = ["endpoint": .string(spelling), "keys": subscription["keys"] ?? nil]
                registrations.append(
                    try await bench.space.devices.register(DeviceRegistration(members, terms: terms))
                )
            }
            #expect(registrations.map(\.registration) == [.registered, .unchanged])
            #expect(Set(registrations.map(\.id)).count == 1)
            #expect(try await bench.send(["title": "Hello"])["sent"] == 1)
        }
    }

    @Test("counts browsers whose service may no longer be sent to by a word, whatever their addresses are")
    func endpointNotAllowed() async throws {
        try await ThreeServicesBench.run { bench in
            let id = try await bench.registerBrowser("firefox")
            var services = ServiceSettings()
            services.endpoints = .browsers
            let channels = AppChannels(
                of: bench.apps,
                standard: .failure(.notConfigured("None.")),
                services: services
            ) { _, _ throws(BroadcastFailure) in
                throw .notConfigured("None.")
            }
            let channel = try #require(channels.channel(of: bench.app, for: .webPush) as? any ServiceChannel)
            let device = try #require(try await bench.space.devices.device(id))
            let attempt = try channel.attempt(GatewayMessage(["title": "Hello"]))
            #expect(await attempt(device, nil) == .rejected(reason: "EndpointNotAllowed"))
        }
    }

    @Test("takes no subscription that could have the server knock anywhere")
    func endpoints() async throws {
        try await ThreeServicesBench.run { bench in
            let terms = WebTerms(policy: .browsers, of: bench.app)
            for endpoint in ["https://localhost/push", "http://fcm.googleapis.com/x", "https://127.0.0.1:2197/", "x"] {
                let subscription: JSONValue = ["endpoint": .string(endpoint), "keys": ["p256dh": "x", "auth": "x"]]
                let fault = #expect(throws: DraftFault.self) {
                    try DeviceRegistration(["platform": "web", "subscription": subscription], terms: terms)
                }
                #expect(fault?.field == "subscription")
            }
            let without = WebTerms(policy: .browsers, of: .default)
            #expect(throws: DraftFault.self) { try DeviceRegistration(["platform": "web"], terms: without) }
        }
    }

    @Test("is previewed for each service in a dry run, and told apart by what only one of them has")
    func preview() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await bench.register(["platform": "ios", "device_token": .numbered(1)])
            _ = try await bench.register(["platform": "android", "device_token": .numbered(3)])
            _ = try await bench.registerBrowser("firefox")
            let preview = try await bench.send([
                "title": "Sale", "url": "https://example.com/sale", "badge": 2, "collapse_id": "sale", "ttl": 60,
                "dry_run": true, "apns": ["subtitle": "Today"],
                "fcm": ["android": ["notification": ["channel_id": "sales"]]],
                "webpush": ["urgency": "low", "icon": "https://example.com/i.png"],
            ])
            let payloads = JSONValue.object(preview)["payloads"]
            #expect(payloads?["apns"]?["aps"]?["alert"]?["subtitle"] == "Today")
            #expect(
                payloads?["fcm"]?["android"] == [
                    "collapseKey": "sale", "priority": "HIGH", "ttl": "60s",
                    "notification": ["notificationCount": 2, "tag": "sale", "channelId": "sales"],
                ]
            )
            #expect(
                payloads?["web"] == [
                    "web_push": 8030,
                    "notification": [
                        "title": "Sale", "navigate": "https://example.com/sale", "tag": "sale", "app_badge": "2",
                        "icon": "https://example.com/i.png",
                    ],
                ]
            )
            #expect(bench.fcm.messages.isEmpty)
        }
    }
}
