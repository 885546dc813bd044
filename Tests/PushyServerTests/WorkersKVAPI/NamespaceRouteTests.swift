import PushyServer
import Testing

@Suite("Namespaces over the Workers KV API")
struct NamespaceRouteTests {
    @Test("are created, shown, renamed and deleted")
    func life() async throws {
        try await LiveAPI.run { api in
            let created = try await api.send("POST", json: #"{"title":"first"}"#)
            let id = try #require(created.result?["id"]?.text)
            #expect(id.count == 32)
            #expect(created.result == ["id": .string(id), "title": "first", "supports_url_encoding": true])
            #expect(try await api.send("GET", "/\(id)").result == created.result)

            let renamed = try await api.send("PUT", "/\(id)", json: #"{"title":"second"}"#)
            #expect(renamed.result?["title"] == "second")
            #expect(try await api.send("GET", "/\(id)").result?["title"] == "second")

            #expect(try await api.send("DELETE", "/\(id)").result == [:])
            #expect(try await api.send("GET", "/\(id)").code == 10013)
        }
    }

    @Test("are listed by page, and a page past the end is empty")
    func pages() async throws {
        try await LiveAPI.run { api in
            for title in ["b", "é", "a", "c"] { _ = try await api.namespace(title) }
            let page = try await api.send("GET", "?order=title&page=2&per_page=3")
            #expect(page.result?.elements.compactMap { $0["title"]?.text } == ["é"])
            #expect(page.json["result_info"] == ["page": 2, "per_page": 3, "count": 1, "total_count": 4])
            for number in ["3", "9223372036854775807"] {
                #expect(try await api.send("GET", "?page=\(number)&per_page=3").result == [])
            }
        }
    }

    @Test("come by id unless the title is asked for, in either direction")
    func order() async throws {
        try await LiveAPI.run { api in
            for title in ["b", "a", "c"] { _ = try await api.namespace(title) }
            func list(_ query: String, _ member: String) async throws -> [String] {
                try await api.send("GET", query).result?.elements.compactMap { $0[member]?.text } ?? []
            }
            let ids = try await list("", "id")
            #expect(ids == ids.sorted())
            #expect(try await list("?direction=desc", "id") == ids.reversed())
            #expect(try await list("?order=title", "title") == ["a", "b", "c"])
            #expect(try await list("?order=title&direction=desc", "title") == ["c", "b", "a"])
        }
    }

    @Test(
        "are not listed by what makes no sense",
        arguments: ["page=0", "page=x", "per_page=0", "per_page=1001", "order=size", "direction=up"]
    )
    func malformedPage(query: String) async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("GET", "?" + query)
            #expect(answer.status == 400)
            #expect(answer.code == 10029)
        }
    }

    @Test("need a title of their own", arguments: ["POST", "PUT"])
    func titles(method: String) async throws {
        try await LiveAPI.run { api in
            _ = try await api.namespace("taken")
            let path = method == "PUT" ? try await api.namespace("mine") : ""
            for json in ["{}", #"{"title":""}"#, #"{"title":7}"#, "[]"] {
                let answer = try await api.send(method, path, json: json)
                #expect(answer.status == 400)
                #expect(answer.code == 10019)
            }
            let taken = try await api.send(method, path, json: #"{"title":"taken"}"#)
            #expect(taken.status == 400)
            #expect(taken.code == 10014)
            #expect(taken.message == "a namespace with this account ID and title already exists")
            let longest = String(repeating: "x", count: 512)
            #expect(try await api.send(method, path, json: #"{"title":"\#(longest)y"}"#).code == 10029)
            #expect(try await api.send(method, path, json: #"{"title":"\#(longest)"}"#).status == 200)
        }
    }

    @Test("that do not exist are said not to, at every address")
    func unknown() async throws {
        try await LiveAPI.run { api in
            let path = "/0123456789abcdef0123456789abcdef"
            let calls: [(String, String, String?)] = [
                ("GET", "", nil), ("PUT", "", #"{"title":"t"}"#), ("DELETE", "", nil), ("GET", "/keys", nil),
                ("GET", "/values/k", nil), ("PUT", "/values/k", "v"), ("DELETE", "/values/k", nil),
                ("GET", "/metadata/k", nil), ("PUT", "/bulk", "[]"), ("DELETE", "/bulk", "[]"),
                ("POST", "/bulk/delete", "[]"), ("POST", "/bulk/get", #"{"keys":["k"]}"#),
            ]
            for (method, suffix, body) in calls {
                let answer = try await api.send(method, path + suffix, body: body.map { Array($0.utf8) })
                #expect(answer.status == 404, "\(method) \(suffix)")
                #expect(answer.code == 10013, "\(method) \(suffix)")
                #expect(answer.message == "namespace not found")
            }
        }
    }

    @Test("of the service's own records are not to be seen")
    func systemNamespaces() async throws {
        try await LiveAPI.run { api in
            _ = try await api.store.systemNamespace(named: "broadcasts")
            #expect(try await api.send("GET").result == [])
            #expect(try await api.send("POST", json: #"{"title":"broadcasts"}"#).status == 200)
        }
    }

    @Test("include the registry's, which can be neither renamed nor deleted")
    func registry() async throws {
        try await LiveAPI.run { api in
            let registry = try await TokenRegistry(in: api.store, now: { api.clock.now })
            let path = try await api.namespace("tokens")
            #expect(try await api.send("PUT", path, json: #"{"title":"other"}"#).status == 403)
            #expect(try await api.send("DELETE", path).status == 403)
            #expect(try await api.send("PUT", path, json: #"{"title":"tokens"}"#).status == 200)

            let token = try DeviceToken(String(repeating: "ab", count: 32))
            _ = try await registry.register(token, pro: true, environment: nil)
            let value = try await api.send("GET", path + "/values/" + token.hex)
            #expect(value.text == #"{"pro":true,"registered":"2026-11-30T05:00:00Z"}"#)
        }
    }
}
