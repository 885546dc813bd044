import Foundation
import PushyServer
import Testing

@Suite("/send/all")
struct SendAllRouteTests {
    private let body = #"{"app": "default", "title": "Hello"}"#

    @Test(
        "answers 202 and a broadcast, which the backend watches and the owner finds among the broadcasts and in the log"
    )
    func happyPath() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(3)
            let key = try await bench.apiKeyOfDefault()
            let answer = try await bench.send("all", body, key: key)
            #expect(answer.status == 202)
            let id = try answer.text("id")
            #expect(answer.headers["Location"] == "/send/all/\(id)")
            #expect(try await bench.outcome(of: id).tally.accepted == 3)
            let shown = try await bench.call("GET", "/send/all/\(id)", key: key)
            #expect(
                shown.body.contains(#""state":"done","app":"default","audience":"all","recipients":3,"accepted":3"#)
            )
            #expect(try await bench.owner("GET", "/admin/broadcasts/\(id)").body == shown.body)
            #expect(try await bench.owner("GET", "/admin/broadcasts").body.contains(id))
            let log = try await bench.owner("GET", "/admin/apps/default/sends").body
            #expect(
                log.contains(#""sent":3,"failed":0,"invalid_token":0,"audience":"all","recipients":3,"state":"done""#)
            )
            let browser = try await bench.logIn()
            #expect(try await browser.get("/admin/broadcasts/\(id)").status == 200)
            #expect(try await browser.get("/admin/broadcasts").body.contains("Hello"))
        }
    }

    @Test("is looked at beforehand in a dry run, which sends nothing")
    func dryRun() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(3)
            let key = try await bench.apiKeyOfDefault()
            let answer = try await bench.send("all", #"{"title": "Hello", "dry_run": true}"#, key: key)
            #expect(answer.status == 200)
            #expect(
                answer.body
                    == #"{"dry_run":true,"recipients":3,"platforms":{"ios":3},"payloads":{"apns":{"aps":{"alert":{"title":"Hello"}}}}}"#
            )
            #expect(try await bench.owner("GET", "/admin/broadcasts").body == #"{"broadcasts":[]}"#)
        }
    }

    @Test("is paused, resumed and cancelled by the app's own backend; another app's knows nothing of it")
    func halting() async throws {
        try await ServiceBench.run { bench in
            let key = try await bench.apiKeyOfDefault()
            let stranger = try await bench.app("other").apiKey
            let later = #"{"title": "Hello", "scheduled_at": "2026-11-30T06:00:00Z"}"#
            let id = try await bench.send("all", later, key: key).text("id")
            for (action, state) in [("pause", "paused"), ("resume", "scheduled"), ("cancel", "cancelled")] {
                #expect(try await bench.call("POST", "/send/all/\(id)/\(action)", key: stranger).status == 404)
                #expect(
                    try await bench.call("POST", "/send/all/\(id)/\(action)", key: key, body: "{}").text("state")
                        == state
                )
            }
            #expect(try await bench.call("POST", "/send/all/\(id)/pause", key: key).status == 409)
            #expect(try await bench.call("GET", "/send/all/\(id)", key: stranger).status == 404)
            #expect(try await bench.call("GET", "/send/all/none", key: key).status == 404)
            let own = try await bench.owner("POST", "/admin/broadcasts", json: #"{"body": "The owner's"}"#).text("id")
            #expect(try await bench.call("GET", "/send/all/\(own)", key: key).status == 404)
        }
    }

    @Test("is for the backend of the app that is named, and answers in problems")
    func problems() async throws {
        try await ServiceBench.run { bench in
            let key = try await bench.apiKeyOfDefault()
            let other = try await bench.app("other")
            let cases = [
                (body, other.apiKey, 403), (body, other.clientKey, 403), (body, ServiceBench.appKey, 403),
                (body, ServiceBench.adminKey, 401), (#"{"app": "default"}"#, key, 400),
                (#"{"title": "Hi", "platform": "symbian"}"#, key, 400),
                (#"{"title": "Hi", "user_id": "me"}"#, key, 400),
                (#"{"title": "Hi", "dry_run": 1}"#, key, 400), ("[]", key, 400),
            ]
            for (body, key, status) in cases {
                let answer = try await bench.send("all", body, key: key)
                #expect(answer.status == status, "\(answer.body)")
            }
            let once = ["Idempotency-Key": "1"]
            let first = try await bench.send("all", body, key: key, headers: once)
            #expect(try await bench.send("all", body, key: key, headers: once).text("id") == first.text("id"))
            #expect(try await bench.send("all", #"{"title": "Bye"}"#, key: key, headers: once).status == 409)
        }
    }

    @Test("says what is missing where the app has devices and no way to them")
    func missing() async throws {
        try await ServiceBench.run { bench in
            let keys = try await bench.app("other")
            let device = #"{"platform": "android", "device_token": "a-token-of-fcm-1"}"#
            #expect(try await bench.device(device, key: keys.clientKey).status == 200)
            let answer = try await bench.send("all", #"{"title": "Hello"}"#, key: keys.apiKey)
            #expect(answer.status == 409)
            #expect(answer.detail.contains("FCM"))
        }
    }
}

extension ServiceBench {
    /// Calls an address under a key, with nothing to say.
    fileprivate func call(
        _ method: String,
        _ target: String,
        key: String,
        body: String? = nil
    ) async throws -> WebAnswer {
        try await client.send(method, target, headers: ["Authorization": "Bearer \(key)"], body: body)
    }
}
