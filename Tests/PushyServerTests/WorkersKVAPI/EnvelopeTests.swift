import Testing

@testable import PushyServer

@Suite("The envelope of the Workers KV API")
struct EnvelopeTests {
    @Test("holds the result, no errors and no messages")
    func success() async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("PUT", try await api.namespace() + "/values/k", body: [1])
            #expect(answer.status == 200)
            #expect(answer.text == #"{"success":true,"errors":[],"messages":[],"result":{}}"#)
            #expect(answer.header("Content-Type") == "application/json")
        }
    }

    @Test("holds a code, a message and no result when something is wrong")
    func failure() async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("GET", try await api.namespace() + "/values/k")
            #expect(answer.status == 404)
            #expect(
                answer.text
                    == #"{"success":false,"errors":[{"code":10009,"message":"get: 'key not found'"}],"messages":[],"result":null}"#
            )
            #expect(answer.header("x-should-retry") == "false")
        }
    }

    @Test("is for the owner alone", arguments: ["", "Bearer wrong", "Basic the owner's key", "Bearer"])
    func authentication(authorization: String) async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("GET", headers: ["Authorization": authorization])
            #expect(answer.status == 401)
            #expect(answer.code == 10000)
            #expect(answer.message == "Authentication error")
            #expect(answer.header("x-should-retry") == "false")
        }
    }

    @Test("holds back who tries many wrong keys, before a body is read")
    func guesses() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/k"
            let wrong = ["Authorization": "Bearer wrong"]
            for _ in 0..<GuessLimit.wrongKeysPerMinute {
                #expect(try await api.send("PUT", path, body: [1], headers: wrong).status == 401)
            }
            let answer = try await api.send("PUT", path, body: [1], headers: wrong)
            #expect(answer.status == 429)
            #expect(answer.code == 10022)
            #expect(answer.header("x-should-retry") == "false")
            #expect(answer.header("Retry-After") != nil)
        }
    }

    @Test("is the same for any account")
    func accounts() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            for account in ["023e105f4ecef8ad9ca31a8372d0c353", "me", "a%2Fb"] {
                let answer = try await api.sendAnywhere("GET", "/accounts/\(account)/storage/kv/namespaces\(path)")
                #expect(answer.status == 200)
            }
        }
    }

    @Test(
        "is there for addresses that do not exist, too",
        arguments: ["/user", "/accounts/any/storage/kv", "/accounts"]
    )
    func unknownAddress(path: String) async throws {
        try await LiveAPI.run { api in
            let answer = try await api.sendAnywhere("GET", path)
            #expect(answer.status == 404)
            #expect(answer.code == 10025)
        }
    }

    @Test("is there for methods that an address does not have")
    func unknownMethod() async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("POST", try await api.namespace() + "/keys", body: [])
            #expect(answer.status == 405)
            #expect(answer.code == 10025)
            #expect(answer.header("Allow") == "GET, HEAD, OPTIONS")
        }
    }

    @Test("is there for a body that is not JSON, and for one that is too long")
    func bodies() async throws {
        try await LiveAPI.run { api in
            let broken = try await api.send("POST", json: "{")
            #expect(broken.status == 400)
            #expect(broken.code == 10029)
            let long = try await api.send("POST", json: #"{"title":"\#(String(repeating: "x", count: 9000))"}"#)
            #expect(long.status == 413)
            #expect(long.code == 10024)
        }
    }

    @Test("says that the store cannot be used now, and lets a client try again")
    func unavailable() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            try await api.store.close()
            let answer = try await api.send("PUT", path + "/values/k", body: [1])
            #expect(answer.status == 503)
            #expect(answer.code == 10001)
            #expect(answer.header("x-should-retry") == nil)
        }
    }
}
