import Foundation
import PushyServer
import Testing

@Suite("Pages of other origins")
struct PageAccessTests {
    fileprivate static let origin = "https://app.example.com"

    @Test(
        "are told that they may register, by a key and without cookies",
        arguments: [("/devices", "POST"), ("/devices/web-x", "DELETE"), ("/vapid-key", "GET")]
    )
    func preflight(target: String, method: String) async throws {
        try await ServiceBench.run { bench in
            let answer = try await bench.preflight(target, method)
            #expect(answer.status == 204)
            #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
            #expect(answer.headers["Access-Control-Allow-Methods"] == method)
            #expect(answer.headers["Access-Control-Allow-Headers"]?.contains("X-App-Key") == true)
            #expect(answer.headers["Access-Control-Allow-Credentials"] == nil)
        }
    }

    @Test("can read what came of it, and why it was refused")
    func readable() async throws {
        try await ServiceBench.run(.usual.with(\.callsPerMinute, 4)) { bench in
            let token = String(repeating: "ab", count: 32)
            let body = #"{"platform": "ios", "device_token": "\#(token)"}"#
            let answers = [
                try await bench.device(body, key: ServiceBench.appKey),
                try await bench.device("{}", key: ServiceBench.appKey),
                try await bench.device(body, key: "nobody's"),
                try await bench.client.send("GET", "/vapid-key", headers: ["X-App-Key": ServiceBench.appKey]),
                try await bench.device(body, key: ServiceBench.appKey),
            ]
            #expect(answers.map(\.status) == [200, 400, 401, 404, 429])
            for answer in answers {
                #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
                #expect(answer.headers["Access-Control-Expose-Headers"] == "Retry-After")
            }
        }
    }

    @Test(
        "get nowhere else",
        arguments: ["/tokens", "/send/user", "/admin", "/admin/apps", "/admin/broadcasts", "/metrics", "/healthz"]
    )
    func elsewhere(target: String) async throws {
        try await ServiceBench.run { bench in
            let preflight = try await bench.preflight(target, "POST")
            #expect(preflight.headers["Access-Control-Allow-Origin"] == nil)
            let answer = try await bench.owner("GET", target, headers: ["Origin": Self.origin])
            #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
        }
    }
}

extension ServiceBench {
    /// What a browser asks before it lets a page make a call.
    fileprivate func preflight(_ target: String, _ method: String) async throws -> WebAnswer {
        let headers = [
            "Origin": PageAccessTests.origin, "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": "content-type,x-app-key",
        ]
        return try await client.send("OPTIONS", target, headers: headers)
    }
}
