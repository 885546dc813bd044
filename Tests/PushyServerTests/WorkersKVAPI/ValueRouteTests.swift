import PushyServer
import Testing

@Suite("Values over the Workers KV API")
struct ValueRouteTests {
    @Test("are any bytes, and come back without an envelope")
    func bytes() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/k"
            let value = (0...255).map { UInt8($0) }
            #expect(try await api.send("PUT", path, body: value).result == [:])
            let answer = try await api.send("GET", path)
            #expect(answer.body == value)
            #expect(answer.header("Content-Type") == "application/octet-stream")
            #expect(answer.header("expiration") == nil)
            _ = try await api.send("PUT", path + "2", body: [])
            #expect(try await api.send("GET", path + "2").body == [])
        }
    }

    @Test("stand under the key of the address, decoded once")
    func percentEncoding() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/"
            let keys = [
                "a%2Fb%20c%3F%C3%A9%252F": "a/b c?é%2F", "x/y": "x/y", "x%2F/y%2f": "x//y/", "a+b": "a+b",
                "%E4%BD%A0%F0%9F%99%82": "你🙂", "e%CC%81": "e\u{301}", "%C3%A9": "\u{e9}",
                "%22%00".replacing("%00", with: ""): "\"",
            ]
            for (encoded, key) in keys {
                _ = try await api.send("PUT", path + encoded, body: Array(key.utf8))
                #expect(try await api.send("GET", path + encoded).text == key)
            }
            let list = try await api.send("GET", try await api.namespace() + "/keys")
            let names = list.result?.elements.compactMap { $0["name"]?.text } ?? []
            #expect(
                names.map { Array($0.utf8) }
                    == keys.values.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
            )
        }
    }

    @Test("stand under no key that is not one")
    func illegalKeys() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/"
            for key in ["%2E", "%2E%2E"] {
                let answer = try await api.send("PUT", path + key, body: [1])
                #expect(answer.status == 400)
                #expect(answer.code == 10042)
            }
            let longest = String(repeating: "x", count: 512)
            #expect(try await api.send("PUT", path + longest, body: [1]).status == 200)
            let tooLong = try await api.send("PUT", path + longest + "y", body: [1])
            #expect(tooLong.status == 414)
            #expect(tooLong.code == 10030)
            #expect(tooLong.message == "put: 'UTF-8 encoded length of 513 exceeds key length limit of 512.'")
            #expect(try await api.send("PUT", path + "%ff", body: [1]).code == 10029)
        }
    }

    @Test("may expire, at a moment or after a time, and the time wins")
    func expiration() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/"
            let now = api.clock.unixSeconds
            for (query, moment) in [
                ("expiration=\(now + 100)", now + 100), ("expiration_ttl=60", now + 60),
                ("expiration_ttl=60.0", now + 60),
                ("expiration=\(now + 100)&expiration_ttl=70", now + 70),
            ] {
                #expect(try await api.send("PUT", path + "\(query.count)?" + query, body: [1]).status == 200)
                #expect(try await api.send("GET", path + "\(query.count)").header("expiration") == String(moment))
            }
            api.clock.advance(bySeconds: 100)
            #expect(try await api.send("GET", path + "17").code == 10009)
        }
    }

    @Test(
        "do not expire at once, nor at no moment",
        arguments: [
            ("expiration_ttl=0", 10034, "Invalid expiration_ttl of 0. Please specify integer greater than 0."),
            ("expiration_ttl=59", 10034, "Invalid expiration_ttl of 59. Expiration TTL must be at least 60."),
            ("expiration_ttl=soon", 10034, "Invalid expiration_ttl of soon. Please specify integer."),
            ("expiration_ttl=60.5", 10034, "Invalid expiration_ttl of 60.5. Please specify integer."),
            (
                "expiration=1", 10033,
                "Invalid expiration of 1. Please specify integer greater than the current number of seconds since the UNIX epoch."
            ),
            (
                "expiration=1796014859", 10033,
                "Invalid expiration of 1796014859. Expiration times must be at least 60 seconds in the future."
            ),
            ("expiration=", 10033, "Invalid expiration of . Please specify integer."),
        ]
    )
    func malformedExpiration(query: String, code: Int64, message: String) async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("PUT", try await api.namespace() + "/values/k?" + query, body: [1])
            #expect(answer.status == 400)
            #expect(answer.code == code)
            #expect(answer.message == "put: '\(message)'")
        }
    }

    @Test("are deleted, also when they are not there")
    func delete() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/k"
            _ = try await api.send("PUT", path, body: [1])
            #expect(try await api.send("DELETE", path).result == [:])
            #expect(try await api.send("GET", path).code == 10009)
            #expect(try await api.send("DELETE", path).result == [:])
        }
    }

    @Test("are written once a second under one key")
    func onceASecond() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/k"
            _ = try await api.send("PUT", path, body: [1])
            let answer = try await api.send("PUT", path, body: [2])
            #expect(answer.status == 429)
            #expect(answer.code == 10022)
            #expect(answer.header("Retry-After") == "1")
            #expect(answer.header("x-should-retry") == nil)
            api.clock.advance(bySeconds: 1)
            #expect(try await api.send("PUT", path, body: [2]).status == 200)
        }
    }

    @Test("are refused beyond the day's budget, and it is said that trying again is no use")
    func budget() async throws {
        let budget = KVBudget(
            plan: .free,
            overrides: [.writes: 1, .deletes: 0, .reads: 2],
            enforced: [.writes, .deletes, .reads]
        )
        try await LiveAPI.run(budget: budget) { api in
            let path = try await api.namespace()
            #expect(try await api.send("PUT", path + "/values/a", body: [1]).status == 200)
            #expect(try await api.send("GET", path + "/values/a").status == 200)
            #expect(try await api.send("GET", path + "/metadata/missing").code == 10009)
            for (method, address) in [
                ("PUT", "/values/b"), ("DELETE", "/values/a"), ("GET", "/values/a"), ("GET", "/metadata/a"),
            ] {
                let answer = try await api.send(method, path + address, body: method == "PUT" ? [1] : nil)
                #expect(answer.status == 429)
                #expect(answer.code == 10048)
                #expect(answer.message == "your account has reached the free usage limit for this operation for today")
                #expect(answer.header("x-should-retry") == "false")
                #expect(answer.header("Retry-After") == String(19 * 3600))
            }
            api.clock.advance(bySeconds: 19 * 3600)
            #expect(try await api.send("PUT", path + "/values/b", body: [1]).status == 200)
        }
    }

    @Test("have 25 MiB at most")
    func tooLong() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/k"
            let answer = try await api.send(
                "PUT",
                path,
                body: [UInt8](repeating: 7, count: KVLimits.valueByteCount + 1)
            )
            #expect(answer.status == 413)
            #expect(answer.code == 10024)
            #expect(answer.message == "put: 'Value length of 26214401 exceeds limit of 26214400.'")
        }
    }
}
