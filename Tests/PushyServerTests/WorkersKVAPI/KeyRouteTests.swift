import PushyServer
import Testing

@Suite("Keys over the Workers KV API")
struct KeyRouteTests {
    private func names(_ answer: Answer) -> [String] {
        answer.result?.elements.compactMap { $0["name"]?.text } ?? []
    }

    private func put(_ names: [String], _ api: LiveAPI) async throws -> String {
        let path = try await api.namespace()
        let pairs = names.map { ["key": .string($0), "value": "v"] as JSONValue }
        let body = JSONValue.array(pairs).written()
        #expect(try await api.send("PUT", path + "/bulk", body: body).status == 200)
        return path
    }

    @Test("are listed in the order of their bytes, with expiry and metadata where they have them")
    func list() async throws {
        try await LiveAPI.run { api in
            let path = try await put(["b", "é", ", ", "!"], api)
            let expiration = api.clock.unixSeconds + 60
            let pair = #"[{"key":"a","value":"v","metadata":{"n": 1.0},"expiration":\#(expiration)}]"#
            _ = try await api.send("PUT", path + "/bulk", json: pair)
            let list = try await api.send("GET", path + "/keys")
            #expect(names(list) == ["!", ", ", "a", "b", "é"])
            #expect(list.result?.elements[0] == ["name": "!"])
            #expect(list.text.contains(#"{"name":"a","expiration":\#(expiration),"metadata":{"n":1.0}}"#))
            #expect(list.json["result_info"] == ["count": 5, "cursor": ""])
        }
    }

    @Test("come by pages, and the last page's cursor is empty")
    func pages() async throws {
        try await LiveAPI.run { api in
            let all = (100..<125).map { "key \($0)" }
            let path = try await put(all + ["other"], api)
            var found: [String] = []
            var cursor = ""
            var pages = 0
            repeat {
                let page = try await api.send("GET", path + "/keys?prefix=key+1&limit=10&cursor=\(cursor)")
                found += names(page)
                cursor = try #require(page.json["result_info"]?["cursor"]?.text)
                pages += 1
            } while !cursor.isEmpty
            #expect(found == all)
            #expect(pages == 3)
        }
    }

    @Test("are chosen by a prefix that means what it says", arguments: [#"\"#, "_", "%"])
    func prefix(text: String) async throws {
        try await LiveAPI.run { api in
            let path = try await put([#"\x"#, "_x", "%x", "x"], api)
            let encoded = text == "%" ? "%25" : text == #"\"# ? "%5C" : text
            #expect(names(try await api.send("GET", path + "/keys?prefix=" + encoded)) == [text + "x"])
        }
    }

    @Test("are asked for 10 to 1,000 at a time", arguments: ["9", "1001", "0", "-1", "ten", "", "10.5"])
    func limit(text: String) async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            let answer = try await api.send("GET", path + "/keys?limit=" + text)
            #expect(answer.status == 400)
            #expect(answer.code == 10028)
            #expect(try await api.send("GET", path + "/keys?limit=1000").status == 200)
            #expect(try await api.send("GET", path + "/keys?limit=10.0").status == 200)
        }
    }

    @Test("are not listed from a cursor of somebody else's")
    func cursor() async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("GET", try await api.namespace() + "/keys?cursor=nonsense")
            #expect(answer.status == 400)
            #expect(answer.code == 10041)
        }
    }

    @Test("cost one list a page, from a budget of their own")
    func budget() async throws {
        let budget = KVBudget(plan: .free, overrides: [.lists: 2], enforced: [.lists])
        try await LiveAPI.run(budget: budget) { api in
            let path = try await put((0..<25).map { "key \($0)" }, api)
            #expect(try await api.send("GET", path + "/keys?limit=10").status == 200)
            #expect(try await api.send("GET", path + "/keys?limit=1000").status == 200)
            let refused = try await api.send("GET", path + "/keys")
            #expect(refused.status == 429)
            #expect(refused.code == 10048)
            #expect(try await api.send("GET", path + "/values/key%201").status == 200)
        }
    }
}
