import Foundation
import PushyServer
import Testing

@Suite("/tokens")
struct RegistrationTests {
    private let token = String(repeating: "ab", count: 32)

    @Test("registers, updates, leaves alone and removes, with exactly 200 each time")
    func happyPath() async throws {
        try await ServiceBench.run { bench in
            let calls = [
                ("POST", #"{"token": "\#(token)", "pro": true}"#, "registered"),
                ("POST", #"{"token": "\#(token)", "pro": true}"#, "unchanged"),
                ("POST", #"{"token": "\#(token)", "pro": false}"#, "updated"),
                ("POST", #"{"token": "\#(token)", "pro": false, "environment": "sandbox"}"#, "updated"),
                ("POST", #"{"token": "\#(token)", "pro": false}"#, "unchanged"),
                ("DELETE", #"{"token": "\#(token)"}"#, "removed"),
                ("DELETE", #"{"token": "\#(token)"}"#, "absent"),
            ]
            for (method, body, status) in calls {
                bench.moment.advance(by: 2)
                let answer = try await bench.tokens(method, body)
                #expect(answer.status == 200)
                #expect(answer.headers["Content-Type"] == "application/json")
                #expect(answer.body == #"{"status":"\#(status)"}"#)
            }
        }
    }

    @Test("takes one token for another spelling of it, and ignores members that nobody asked for")
    func spellings() async throws {
        try await ServiceBench.run { bench in
            _ = try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#)
            let spelt = "<\(token.uppercased().prefix(8)) \(token.uppercased().dropFirst(8))>"
            let answer = try await bench.tokens(
                #"{"locale": ["de"], "token": "\#(spelt)", "pro": true, "environment": null}"#
            )
            #expect(answer.body == #"{"status":"unchanged"}"#)
        }
    }

    @Test("refuses a malformed body with 400 and a sentence that says what and where")
    func malformed() async throws {
        let cases: [(String, String)] = [
            ("", "The body is not JSON: there is nothing in it."),
            ("hello", "The body is not JSON: what stands at byte 0 belongs elsewhere"),
            (#"{"token": "abcd"#, "The body is not JSON: it ends at byte"),
            (#"["abcd"]"#, "The body is an array, and should be an object"),
            ("12", "The body is a number, and should be an object"),
            (#"{"pro": true}"#, #"The member "token" is missing."#),
            (
                #"{"token": 12345678, "pro": true}"#,
                #"The member "token" must be a text of hexadecimal digits, not a number."#
            ),
            (#"{"token": null, "pro": true}"#, #"must be a text of hexadecimal digits, not null"#),
            (#"{"token": "", "pro": true}"#, "The device token is empty."),
            (#"{"token": "(null)", "pro": true}"#, "something other than a hexadecimal digit at byte 0"),
            (
                #"{"token": "abcdef0123456789\u0000", "pro": true}"#,
                "something other than a hexadecimal digit at byte 16"
            ),
            (#"{"token": "abcdef0123456789a", "pro": true}"#, "17 hexadecimal digits, an odd number"),
            (#"{"token": "abcdef", "pro": true}"#, "it must have 16 to 512"),
            (#"{"token": "abcdef0123456789"}"#, #"The member "pro" is missing. Send true or false."#),
            (#"{"token": "abcdef0123456789", "pro": "yes"}"#, #"The member "pro" must be true or false, not a text."#),
            (#"{"token": "abcdef0123456789", "pro": 1}"#, #"The member "pro" must be true or false, not a number."#),
            (#"{"token": "abcdef0123456789", "pro": true, "environment": "staging"}"#, #""production" or "sandbox""#),
            (#"{"token": "abcdef0123456789", "pro": true, "environment": 1}"#, #""production" or "sandbox""#),
            (#"{"token": "abcdef0123456789", "pro": true, "pro": false}"#, "stands twice"),
        ]
        try await ServiceBench.run { bench in
            for (body, sentence) in cases {
                let answer = try await bench.tokens(body)
                #expect(answer.status == 400)
                #expect(answer.headers["Content-Type"] == "application/problem+json")
                #expect(answer.detail.contains(sentence), "\(answer.detail)")
                #expect(try await bench.service.registry.counts().all == 0)
            }
        }
    }

    @Test("refuses a body that is said to be no JSON, one that is too long, one without a length, and other methods")
    func edges() async throws {
        try await ServiceBench.run { bench in
            let body = #"{"token": "\#(token)", "pro": true}"#
            #expect(try await bench.tokens(body, headers: ["Content-Type": "text/plain"]).status == 415)
            let padded = #"{"token": "\#(token)", "pro": true, "more": "\#(String(repeating: "x", count: 4_096))"}"#
            #expect(try await bench.tokens(padded).status == 413)
            let headers = ["X-App-Key": ServiceBench.appKey]
            #expect(try await bench.client.send("POST", "/tokens", headers: headers).status == 411)
            let other = try await bench.client.send("GET", "/tokens", headers: headers)
            #expect(other.status == 405)
            #expect(other.headers["Allow"] == "POST, DELETE, OPTIONS")
            #expect(try await bench.client.send("GET", "/token").status == 404)
        }
    }

    @Test("wants the app's key, and takes neither another nor the owner's")
    func keys() async throws {
        let cases: [String?] = [
            nil, "", "the app's kez", "the owner's key", "the app's key and more",
        ]
        try await ServiceBench.run { bench in
            for key in cases {
                let answer = try await bench.client.send(
                    "POST",
                    "/tokens",
                    headers: ["Content-Type": "application/json"].merging(key.map { ["X-App-Key": $0] } ?? [:]) { $1 },
                    body: #"{"token": "\#(token)", "pro": true}"#
                )
                #expect(answer.status == 401)
                #expect(answer.headers["WWW-Authenticate"] != nil)
                #expect(answer.detail.contains("X-App-Key"))
            }
        }
    }

    @Test("says in KV's words that the day's writes are spent, and when the next ones begin")
    func writesSpent() async throws {
        let budget = KVBudget(plan: .free, overrides: [.writes: 1])
        try await ServiceBench.run(budget: budget) { bench in
            #expect(try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#).status == 200)
            let answer = try await bench.tokens(#"{"token": "\#(token)00", "pro": true}"#)
            #expect(answer.status == 429)
            #expect(answer.detail == "KV put() limit exceeded for the day.")
            #expect(answer.headers["Retry-After"] == String(19 * 3_600))
            #expect(try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#).body.contains("unchanged"))
            bench.moment.advance(by: 19 * 3_600)
            #expect(try await bench.tokens(#"{"token": "\#(token)00", "pro": true}"#).status == 200)
        }
    }

    @Test("asks for a second between two writes of one token")
    func onceASecond() async throws {
        try await ServiceBench.run { bench in
            #expect(try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#).status == 200)
            let answer = try await bench.tokens(#"{"token": "\#(token)", "pro": false}"#)
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "1")
            bench.moment.advance(by: 1)
            #expect(try await bench.tokens(#"{"token": "\#(token)", "pro": false}"#).body.contains("updated"))
        }
    }

    @Test("limits the calls from one address, and says when the next one may come")
    func rateLimit() async throws {
        try await ServiceBench.run(.usual.with(\.callsPerMinute, 2)) { bench in
            for _ in 0..<2 { #expect(try await bench.tokens("DELETE", #"{"token": "\#(token)"}"#).status == 200) }
            let answer = try await bench.tokens("DELETE", #"{"token": "\#(token)"}"#)
            #expect(answer.status == 429)
            #expect(answer.headers["Retry-After"] == "30")
            #expect(answer.detail.contains("from this address"))
        }
    }

    @Test("says with 503 that the store is full, keeps what was answered, and works again once there is room")
    func full() async throws {
        try await ServiceBench.run(mapByteCount: 2 << 20) { bench in
            #expect(try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#).status == 200)
            let blob = try await bench.store.namespace(titled: "blobs")
            var names: [KeyName] = []
            for byteCount in [262_144, 16_384, 1_024] {
                while true {
                    let name = try KeyName("\(byteCount) \(names.count)")
                    do {
                        try await bench.store.commit { transaction throws(KVError) in
                            try transaction.put([UInt8](repeating: 1, count: byteCount), for: name, in: blob)
                        }
                        names.append(name)
                    } catch {
                        break
                    }
                }
            }
            var number = 0
            var answer: WebAnswer
            repeat {
                number += 1
                answer = try await bench.tokens(#"{"token": "\#(DeviceToken.numbered(number).hex)", "pro": true}"#)
            } while answer.status == 200 && number < 1_000
            #expect(answer.status == 503)
            #expect(answer.detail.contains("greatest size"))
            #expect(try await bench.service.registry.counts().all == number)
            #expect(try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#).body == #"{"status":"unchanged"}"#)

            for name in names.prefix(3) {
                _ = try await bench.store.commit { transaction throws(KVError) in
                    try transaction.delete(name, in: blob)
                }
            }
            answer = try await bench.tokens(#"{"token": "\#(DeviceToken.numbered(number).hex)", "pro": true}"#)
            #expect(answer.body == #"{"status":"registered"}"#)
        }
    }
}
