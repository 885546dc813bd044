import PushyServer
import Testing

@Suite("Bulk calls of the Workers KV API")
struct BulkRouteTests {
    private func pairs(_ count: Int) -> String {
        "[" + (0..<count).map { #"{"key":"\#($0)","value":"v"}"# }.joined(separator: ",") + "]"
    }

    @Test("write pairs with all that belongs to them")
    func put() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            let answer = try await api.send(
                "PUT",
                path + "/bulk",
                json: """
                    [{"key":"a/é","value":"é"},{"key":"b","value":"AP8=","base64":true},
                    {"key":"c","value":"v","metadata":{"m":1},"expiration_ttl":60,"expiration":1}]
                    """
            )
            #expect(answer.result == ["successful_key_count": 3, "unsuccessful_keys": []])
            #expect(try await api.send("GET", path + "/values/a%2F%C3%A9").text == "é")
            #expect(try await api.send("GET", path + "/values/b").body == [0, 255])
            #expect(try await api.send("GET", path + "/metadata/c").result == ["m": 1])
            let expiration = try await api.send("GET", path + "/values/c").header("expiration")
            #expect(expiration == String(api.clock.unixSeconds + 60))
        }
    }

    @Test("name the pairs that are at fault, and write the others")
    func faults() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            _ = try await api.send("PUT", path + "/values/again", body: [1])
            let answer = try await api.send(
                "PUT",
                path + "/bulk",
                json: """
                    [{"key":"good","value":"v"},{"key":"..","value":"v"},{"key":"no value"},
                    {"key":"no base64","value":"?","base64":true},{"key":"soon","value":"v","expiration_ttl":59},
                    {"key":"again","value":"v"}]
                    """
            )
            #expect(
                answer.result == [
                    "successful_key_count": 1,
                    "unsuccessful_keys": ["..", "no value", "no base64", "soon", "again"],
                ]
            )
            #expect(try await api.send("GET", path + "/values/good").text == "v")
        }
    }

    @Test("let the last of several pairs with one key count")
    func repeatedKey() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            let body = #"[{"key":"k","value":"1"},{"key":"l","value":"2"},{"key":"k","value":"3"}]"#
            let answer = try await api.send("PUT", path + "/bulk", json: body)
            #expect(answer.result == ["successful_key_count": 2, "unsuccessful_keys": []])
            #expect(try await api.send("GET", path + "/values/k").text == "3")
        }
    }

    @Test(
        "write nothing that has no key",
        arguments: ["{}", "7", "[7]", #"[{"value":"v"}]"#, #"[{"key":1,"value":"v"}]"#]
    )
    func malformed(body: String) async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("PUT", try await api.namespace() + "/bulk", json: body)
            #expect(answer.status == 400)
            #expect(answer.code == 10029)
        }
    }

    @Test("write 10,000 pairs at most")
    func limit() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            let refused = try await api.send("PUT", path + "/bulk", json: pairs(10_001))
            #expect(refused.status == 400)
            #expect(refused.code == 10046)
            let answer = try await api.send("PUT", path + "/bulk", json: pairs(10_000))
            #expect(answer.result?["successful_key_count"] == 10_000)
        }
    }

    @Test("are refused whole by a budget that does not hold them, which counts each key")
    func budget() async throws {
        let budget = KVBudget(plan: .free, overrides: [.writes: 10, .deletes: 3])
        try await LiveAPI.run(budget: budget) { api in
            let path = try await api.namespace()
            #expect(try await api.send("PUT", path + "/bulk", json: pairs(6)).status == 200)
            api.clock.advance(bySeconds: 1)
            let refused = try await api.send(
                "PUT",
                path + "/bulk",
                json: #"[{"key":"x","value":"v"},\#(pairs(6).dropFirst())"#
            )
            #expect(refused.status == 429)
            #expect(refused.code == 10048)
            #expect(refused.header("x-should-retry") == "false")
            #expect(try await api.send("GET", path + "/values/x").code == 10009)
            #expect(try await api.send("PUT", path + "/bulk", json: pairs(4)).status == 200)
            #expect(try await api.send("POST", path + "/bulk/delete", json: #"["0","1","2","3"]"#).code == 10048)
            #expect(try await api.send("POST", path + "/bulk/delete", json: #"["0","1","2"]"#).status == 200)
            let spending = try await api.store.usage().spending
            #expect(spending[.writes]?.used == 10)
            #expect(spending[.deletes]?.used == 3)
        }
    }

    @Test("delete by names, in both forms", arguments: [("POST", "/bulk/delete"), ("DELETE", "/bulk")])
    func delete(method: String, address: String) async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            _ = try await api.send("PUT", path + "/bulk", json: pairs(4))
            let answer = try await api.send(method, path + address, json: #"["0",{"name":"1"},"missing","","0"]"#)
            #expect(answer.result == ["successful_key_count": 3, "unsuccessful_keys": [""]])
            #expect(try await api.send("GET", path + "/keys").result == [["name": "2"], ["name": "3"]])
            #expect(try await api.send(method, path + address, json: "[7]").code == 10029)
        }
    }

    @Test("get values, with null for the missing")
    func get() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            let body = #"[{"key":"a","value":"{\"n\": 1.0}","metadata":"m"},{"key":"b","value":"/w==","base64":true}]"#
            _ = try await api.send("PUT", path + "/bulk", json: body)
            func get(_ query: String) async throws -> Answer {
                try await api.send("POST", path + "/bulk/get", json: query)
            }
            #expect(
                try await get(#"{"keys":["b","missing","a","b"]}"#).text
                    .hasSuffix(#""result":{"values":{"b":"�","missing":null,"a":"{\"n\": 1.0}"}}}"#)
            )
            #expect(
                try await get(#"{"keys":["a","missing"],"type":"json","withMetadata":true}"#).text
                    .hasSuffix(#""result":{"values":{"a":{"value":{"n": 1.0},"metadata":"m"},"missing":null}}}"#)
            )
            #expect(
                try await get(#"{"keys":["b"],"type":"text","withMetadata":true}"#).result
                    == ["values": ["b": ["value": "\u{fffd}", "metadata": nil]]]
            )
            let noJSON = try await get(#"{"keys":["a","b"],"type":"json"}"#)
            #expect(noJSON.status == 400)
            #expect(noJSON.message == "get: 'At least one of the requested keys corresponds to a non-JSON value'")
        }
    }

    @Test("get 1 to 100 keys, by names that are names")
    func getLimits() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/bulk/get"
            func get(_ keys: [String], _ more: String = "") async throws -> Answer {
                let names = JSONValue.array(keys.map { .string($0) }).written()
                return try await api.send(
                    "POST",
                    path,
                    json: #"{"keys":\#(String(decoding: names, as: UTF8.self))\#(more)}"#
                )
            }
            #expect(try await get((0..<100).map(String.init)).status == 200)
            #expect(try await get((0..<101).map(String.init)).code == 10046)
            #expect(try await get([]).code == 10029)
            #expect(try await get([".."]).code == 10042)
            #expect(try await get([String(repeating: "x", count: 513)]).code == 10030)
            #expect(try await get(["k"], #","type":"xml""#).code == 10029)
            #expect(try await get(["k"], #","withMetadata":"yes""#).code == 10029)
            #expect(try await api.send("POST", path, json: #"{"keys":"k"}"#).code == 10029)
        }
    }
}
