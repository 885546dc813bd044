import Foundation
import PushyServer
import Testing

@Suite("/admin/apps")
struct AppRoutesTests {
    private let token = String(repeating: "ab", count: 32)

    @Test("creates an app and shows its keys this once")
    func creation() async throws {
        try await ServiceBench.run { bench in
            let answer = try await bench.owner("POST", "/admin/apps", json: #"{"id": "atlas", "name": "Atlas"}"#)
            #expect(answer.status == 201)
            #expect(answer.headers["Location"] == "/admin/apps/atlas")
            #expect(answer.headers["Cache-Control"] == "no-store")
            let (apiKey, clientKey) = (try answer.text("api_key"), try answer.text("client_key"))
            for target in ["/admin/apps", "/admin/apps/atlas"] {
                let shown = try await bench.owner("GET", target)
                #expect(shown.status == 200)
                #expect(shown.body.contains(#""name":"Atlas""#))
                #expect(!shown.body.contains(apiKey) && !shown.body.contains(clientKey))
            }
        }
    }

    @Test("answers in problems: a wrong field, an app that is there, and one that is not")
    func problems() async throws {
        try await ServiceBench.run { bench in
            _ = try await bench.owner("POST", "/admin/apps", json: #"{"id": "atlas"}"#)
            let calls = [
                ("POST", "/admin/apps", #"{"id": "Atlas"}"#, 400), ("POST", "/admin/apps", #"{"id": "atlas"}"#, 409),
                ("POST", "/admin/apps", #"{"id": "default"}"#, 409), ("POST", "/admin/apps", "[]", 400),
                ("GET", "/admin/apps/other", nil, 404), ("GET", "/admin/apps/No%20Name", nil, 404),
                ("PATCH", "/admin/apps/other", #"{"name": "A"}"#, 404),
                ("PATCH", "/admin/apps/atlas", #"{"id": "b"}"#, 400),
                ("DELETE", "/admin/apps/other", nil, 404), ("DELETE", "/admin/apps/default", nil, 409),
                ("POST", "/admin/apps/other/rotate-key", nil, 404),
                ("POST", "/admin/apps/atlas/rotate-key", #"{"key": "admin"}"#, 400),
                ("POST", "/admin/apps/atlas/rotate-key", #"{"kye": "client"}"#, 400),
                ("POST", "/admin/apps/default/rotate-key", #"{"key": "client"}"#, 409),
            ]
            for (method, target, json, status) in calls {
                let answer = try await bench.owner(method, target, json: json)
                #expect(answer.status == status, "\(method) \(target) \(json ?? "")")
                #expect(answer.headers["Content-Type"] == "application/problem+json")
                #expect(!answer.detail.isEmpty)
            }
        }
    }

    @Test("is the owner's alone")
    func ownerOnly() async throws {
        try await ServiceBench.run { bench in
            let key = try await bench.app("atlas").apiKey
            for (method, target) in [
                ("GET", "/admin/apps"), ("POST", "/admin/apps"), ("PATCH", "/admin/apps/atlas"),
                ("DELETE", "/admin/apps/atlas"), ("POST", "/admin/apps/atlas/rotate-key"),
            ] {
                let headers = ["Authorization": "Bearer \(key)", "Content-Length": "0"]
                #expect(try await bench.client.send(method, target, headers: headers).status == 401)
            }
        }
    }

    @Test("changes a name and deletes an app, whose keys open nothing from then on")
    func changes() async throws {
        try await ServiceBench.run { bench in
            let app = try await bench.app("atlas")
            let changed = try await bench.owner("PATCH", "/admin/apps/atlas", json: #"{"name": "Map"}"#)
            #expect(changed.status == 200)
            #expect(try changed.text("name") == "Map")
            #expect(try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#, key: app.clientKey).status == 200)
            #expect(try await bench.owner("DELETE", "/admin/apps/atlas").status == 200)
            #expect(try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#, key: app.clientKey).status == 401)
            #expect(try await bench.owner("GET", "/admin/apps/atlas").status == 404)
        }
    }

    @Test("rotates either key: the former one is dead with the answer")
    func rotation() async throws {
        try await ServiceBench.run { bench in
            let app = try await bench.app("atlas")
            let calls = [(nil, "api_key", app.apiKey), (#"{"key": "client"}"#, "client_key", app.clientKey)]
            for (json, name, former) in calls {
                let answer = try await bench.owner("POST", "/admin/apps/atlas/rotate-key", json: json)
                #expect(answer.status == 200)
                let key = try answer.text(name)
                #expect(try await bench.tokens(#"{"token": "\#(token)"}"#, key: former, method: "DELETE").status == 401)
                #expect(try await bench.tokens(#"{"token": "\#(token)"}"#, key: key, method: "DELETE").status == 200)
            }
        }
    }

    @Test("lets each app register under its own key, as X-App-Key or as bearer, in a namespace of its own")
    func registration() async throws {
        try await ServiceBench.run { bench in
            let (one, two) = (try await bench.app("one"), try await bench.app("two"))
            let body = #"{"token": "\#(token)", "pro": true}"#
            for key in [one.clientKey, two.clientKey, ServiceBench.appKey] {
                #expect(try await bench.tokens(body, key: key).body == #"{"status":"registered"}"#)
            }
            let bearer = ["Authorization": "Bearer \(one.apiKey)", "Content-Type": "application/json"]
            let again = try await bench.client.send("POST", "/tokens", headers: bearer, body: body)
            #expect(again.body == #"{"status":"unchanged"}"#)
            #expect(try await bench.tokens(body, key: two.clientKey, method: "DELETE").body == #"{"status":"removed"}"#)
            #expect(try await bench.service.registry.counts().all == 1)
            #expect(try await bench.tokens(body, key: one.clientKey).body == #"{"status":"unchanged"}"#)
        }
    }

    @Test("takes credentials, shows none, and says with 503 that there is no master key to keep them under")
    func credentials() async throws {
        let fields = #"{"id": "atlas", "vapid": {"subject": "mailto:me@example.com"}}"#
        try await ServiceBench.run(.usual.with(\.masterKey, try MasterKey(MasterKey.randomText()))) { bench in
            let answer = try await bench.owner("POST", "/admin/apps", json: fields)
            #expect(answer.status == 201)
            #expect(answer.body.contains(#""public_key":"B"#))
            let shown = try await bench.owner("GET", "/admin/apps/atlas")
            #expect(!shown.body.contains("private"))
            let wrong = try await bench.owner("PATCH", "/admin/apps/atlas", json: #"{"apns": {"key_id": "x"}}"#)
            #expect(wrong.status == 400)
            #expect(wrong.detail.hasPrefix("apns.p8_key: "))
        }
        try await ServiceBench.run { bench in
            let answer = try await bench.owner("POST", "/admin/apps", json: fields)
            #expect(answer.status == 503)
            #expect(answer.detail.contains("PUSHY_MASTER_KEY"))
        }
    }

    @Test("keeps the apps' namespaces from being taken, renamed or deleted through Workers KV's API")
    func reservedTitles() async throws {
        try await ServiceBench.run { bench in
            _ = try await bench.app("one")
            let base = "/client/v4/accounts/any/storage/kv/namespaces"
            let namespace = try #require(try await bench.store.existingNamespace(titled: "app:one"))
            #expect(try await bench.owner("POST", base, json: #"{"title": "app:two"}"#).status == 403)
            #expect(try await bench.owner("DELETE", "\(base)/\(namespace.id)").status == 403)
            #expect(try await bench.owner("PUT", "\(base)/\(namespace.id)", json: #"{"title": "x"}"#).status == 403)
            #expect(try await bench.owner("POST", "/admin/apps", json: #"{"id": "two"}"#).status == 201)
        }
    }
}

/// An app's two keys.
struct AppKeys: Sendable {
    let apiKey: String
    let clientKey: String
}

extension ServiceBench {
    /// Creates an app.
    func app(_ id: String) async throws -> AppKeys {
        let answer = try await owner("POST", "/admin/apps", json: #"{"id": "\#(id)"}"#)
        return AppKeys(apiKey: try answer.text("api_key"), clientKey: try answer.text("client_key"))
    }

    /// Calls `/tokens` under a key.
    func tokens(_ body: String, key: String, method: String = "POST") async throws -> WebAnswer {
        try await tokens(method, body, headers: ["X-App-Key": key])
    }
}

extension WebAnswer {
    /// A member of the body that is a text.
    func text(_ name: String) throws -> String {
        guard case .string(let text) = try json[name] else { throw WebClient.Unreadable() }
        return text
    }
}
