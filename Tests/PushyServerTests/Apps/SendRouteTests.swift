import Foundation
import PushyServer
import Testing

@Suite("/send")
struct SendRouteTests {
    private let token = String(repeating: "ab", count: 32)

    @Test("reaches a user's devices and one device, and logs both for the owner")
    func happyPath() async throws {
        try await ServiceBench.run { bench in
            let key = try await bench.apiKeyOfDefault()
            let body = #"{"platform": "ios", "device_token": "\#(token)", "user_id": "me"}"#
            let id = try await bench.device(body, key: key).text("id")
            let toUser = try await bench.send("user", #"{"app": "default", "user_id": "me", "title": "Hi"}"#, key: key)
            #expect(toUser.status == 200)
            #expect(toUser.body.contains(#""sent":1,"failed":0,"invalid_token":0"#))
            bench.moment.advance(by: 1)
            let toDevice = try await bench.send("device", #"{"device_id": "\#(id)", "title": "Hi"}"#, key: key)
            #expect(toDevice.body.contains(#"{"device_id":"\#(id)","platform":"ios","status":"sent"}"#))
            let log = try await bench.owner("GET", "/admin/apps/default/sends?limit=1")
            #expect(log.body.contains(#""device_id":"\#(id)""#))
            let cursor = try log.text("cursor")
            let rest = try await bench.owner("GET", "/admin/apps/default/sends?cursor=\(cursor)")
            #expect(rest.body.contains(#""user_id":"me""#))
            #expect(
                try await bench.owner("GET", "/metrics").body.contains(
                    #"pushy_sends_total{service="apns",status="sent"} 2"#
                )
            )
        }
    }

    @Test("is for the backend of the app that is named: no client key, no other app's, no owner's")
    func keys() async throws {
        try await ServiceBench.run { bench in
            let (one, two) = (try await bench.app("one"), try await bench.app("two"))
            let body = #"{"app": "one", "user_id": "me", "title": "Hi"}"#
            let cases = [
                (one.apiKey, 200), (one.clientKey, 403), (two.apiKey, 403), (ServiceBench.appKey, 403),
                (ServiceBench.adminKey, 401), ("pg_live_" + String(repeating: "x", count: 43), 401),
            ]
            for (key, status) in cases {
                let answer = try await bench.send("user", body, key: key)
                #expect(answer.status == status, "\(answer.body)")
            }
            #expect(
                try await bench.send("user", #"{"app": 7, "user_id": "me", "title": "Hi"}"#, key: one.apiKey).status
                    == 400
            )
        }
    }

    @Test("answers in problems: a wrong field, a device that is not there, a key that came before with another message")
    func problems() async throws {
        try await ServiceBench.run { bench in
            let key = try await bench.apiKeyOfDefault()
            let unknown = "apns-" + String(repeating: "A", count: 22)
            let cases = [
                ("user", #"{"user_id": "me"}"#, 400), ("user", "[]", 400), ("user", #"{"user_id": "me", "x": 1}"#, 400),
                ("device", #"{"device_id": "\#(unknown)", "title": "Hi"}"#, 404),
                ("device", #"{"device_id": "x", "title": "Hi"}"#, 400),
            ]
            for (target, body, status) in cases {
                let answer = try await bench.send(target, body, key: key)
                #expect(answer.status == status)
                #expect(answer.headers["Content-Type"] == "application/problem+json")
            }
            let headers = ["Idempotency-Key": "1"]
            let hello = #"{"user_id": "me", "title": "Hi"}"#
            let first = try await bench.send("user", hello, key: key, headers: headers)
            #expect(try await bench.send("user", hello, key: key, headers: headers).body == first.body)
            let other = try await bench.send("user", #"{"user_id": "me", "title": "Bye"}"#, key: key, headers: headers)
            #expect(other.status == 409)
            #expect(try await bench.owner("GET", "/admin/apps/default/sends?cursor=x").status == 400)
            #expect(try await bench.owner("GET", "/admin/apps/other/sends").status == 404)
        }
    }

    @Test("says with 202 when a message that is held goes out")
    func held() async throws {
        try await ServiceBench.run { bench in
            let key = try await bench.apiKeyOfDefault()
            let body = #"{"user_id": "me", "title": "Hi", "collapse_id": "inbox", "debounce": 60}"#
            let answer = try await bench.send("user", body, key: key)
            #expect(answer.status == 202)
            #expect(try answer.text("sends_at") == "2026-11-30T05:01:00Z")
        }
    }
}

extension ServiceBench {
    /// An API key of the default app.
    func apiKeyOfDefault() async throws -> String {
        try await owner("POST", "/admin/apps/default/rotate-key").text("api_key")
    }

    /// Sends as an app's backend does.
    func send(_ target: String, _ body: String, key: String, headers: [String: String] = [:]) async throws -> WebAnswer
    {
        let usual = ["Authorization": "Bearer \(key)", "Content-Type": "application/json"]
        return try await client.send("POST", "/send/\(target)", headers: usual.merging(headers) { $1 }, body: body)
    }
}
