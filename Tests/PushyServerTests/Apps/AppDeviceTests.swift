import Foundation
import PushyServer
import Testing

@Suite("/devices")
struct AppDeviceTests {
    private let token = String(repeating: "ab", count: 32)

    @Test("registers, updates, leaves alone and removes, with a device's id each time")
    func happyPath() async throws {
        try await ServiceBench.run { bench in
            let key = try await bench.app("atlas").clientKey
            var ids: Set<String> = []
            for (user, status) in [("ann", "registered"), ("ann", "unchanged"), ("ben", "updated")] {
                bench.moment.advance(by: 2)
                let answer = try await bench.device(
                    #"{"platform": "macos", "device_token": "\#(token)", "user_id": "\#(user)"}"#,
                    key: key
                )
                #expect(answer.status == 200)
                #expect(try answer.text("status") == status)
                ids.insert(try answer.text("id"))
            }
            #expect(ids.count == 1)
            let target = "/devices/\(try #require(ids.first))"
            for status in ["removed", "absent"] {
                let answer = try await bench.client.send("DELETE", target, headers: ["X-App-Key": key])
                #expect(answer.body == #"{"status":"\#(status)"}"#)
            }
        }
    }

    @Test("are counted by platform for the owner")
    func counts() async throws {
        try await ServiceBench.run { bench in
            let key = try await bench.app("atlas").clientKey
            for (platform, token) in [
                ("macos", token), ("android", "a-token-of-fcm-1"), ("android", "a-token-of-fcm-2"),
            ] {
                let body = #"{"platform": "\#(platform)", "device_token": "\#(token)"}"#
                #expect(try await bench.device(body, key: key).status == 200)
            }
            #expect(
                try await bench.owner("GET", "/admin/apps/atlas/devices/count").body
                    == #"{"all":3,"pro":0,"free":3,"platforms":{"macos":1,"android":2}}"#
            )
            #expect(try await bench.owner("GET", "/admin/apps/nobody/devices/count").status == 404)
        }
    }

    @Test("names what is wrong with a body, and refuses one that is too long or no JSON")
    func malformed() async throws {
        try await ServiceBench.run { bench in
            for (body, status, detail) in [
                ("{}", 400, "platform: It is missing"), ("[]", 400, "should be an object"),
                (#"{"platform": "ios", "device_token": "xyz"}"#, 400, "device_token: "),
                (#"{"more": "\#(String(repeating: "x", count: 8_192))"}"#, 413, "8192 bytes"),
            ] {
                let answer = try await bench.device(body, key: ServiceBench.appKey)
                #expect(answer.status == status)
                #expect(answer.detail.contains(detail), "\(answer.detail)")
            }
        }
    }

    @Test("wants an app's key")
    func keys() async throws {
        try await ServiceBench.run { bench in
            let body = #"{"platform": "ios", "device_token": "\#(token)"}"#
            let strangers = ["pg_app_" + String(repeating: "x", count: 43), "pg_app_", ServiceBench.adminKey]
            for key in strangers {
                let answer = try await bench.device(body, key: key)
                #expect(answer.status == 401)
            }
            #expect(try await bench.device(body, key: ServiceBench.appKey).status == 200)
            #expect(try await bench.client.send("DELETE", "/devices/x").status == 401)
        }
    }

    @Test("shares the limit of calls from one address with /tokens")
    func rateLimit() async throws {
        try await ServiceBench.run(.usual.with(\.callsPerMinute, 2)) { bench in
            let body = #"{"platform": "ios", "device_token": "\#(token)"}"#
            #expect(try await bench.device(body, key: ServiceBench.appKey).status == 200)
            #expect(try await bench.tokens("DELETE", #"{"token": "\#(token)"}"#).status == 200)
            let answer = try await bench.device(body, key: ServiceBench.appKey)
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "30")
        }
    }

    @Test("takes browsers of an app that has VAPID keys, on its terms, and gives out the key to subscribe with")
    func browsers() async throws {
        try await ServiceBench.run(.usual.with(\.masterKey, try MasterKey(MasterKey.randomText()))) { bench in
            let keys = try await bench.app("atlas")
            let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            let keysOfBrowser = #"{"p256dh": "\#(point)", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}"#
            func body(_ endpoint: String) -> String {
                #"{"platform": "web", "subscription": {"endpoint": "\#(endpoint)", "keys": \#(keysOfBrowser)}}"#
            }
            let mozilla = body("https://updates.push.services.mozilla.com/wpush/v2/abc")
            #expect(try await bench.device(mozilla, key: keys.clientKey).status == 400)
            let headers = ["X-App-Key": keys.clientKey]
            #expect(try await bench.client.send("GET", "/vapid-key", headers: headers).status == 404)

            let change = #"{"vapid": {"subject": "mailto:me@example.com"}}"#
            _ = try await bench.owner("PATCH", "/admin/apps/atlas", json: change)
            let answer = try await bench.client.send("GET", "/vapid-key", headers: headers)
            #expect(try answer.text("public_key").count == 87)
            #expect(try await bench.client.send("GET", "/vapid-key").status == 401)
            let registered = try await bench.device(mozilla, key: keys.clientKey)
            #expect(try registered.text("status") == "registered")
            #expect(try registered.text("id").hasPrefix("web-"))
            let elsewhere = try await bench.device(body("https://169.254.169.254/latest"), key: keys.clientKey)
            #expect(elsewhere.status == 400)
            #expect(elsewhere.detail.hasPrefix("subscription: "))
        }
    }

    @Test("is seen in the metrics")
    func metrics() async throws {
        try await ServiceBench.run { bench in
            _ = try await bench.device(#"{"platform": "ios", "device_token": "\#(token)"}"#, key: ServiceBench.appKey)
            let text = try await bench.owner("GET", "/metrics").body
            #expect(text.contains(#"pushy_registrations_total{status="registered"} 1"#))
        }
    }
}

extension ServiceBench {
    /// Registers a device under a key.
    func device(_ body: String, key: String) async throws -> WebAnswer {
        let headers = ["X-App-Key": key, "Content-Type": "application/json"]
        return try await client.send("POST", "/devices", headers: headers, body: body)
    }
}
