import PushyServer
import Testing

@Suite("What Cloudflare's Python SDK sent before version 5")
struct OldSDKTests {
    private static let headers = [
        "Content-Type": "application/json", "X-Stainless-Lang": "python", "X-Stainless-Package-Version": "4.3.1",
    ]

    private func put(_ body: String, _ headers: [String: String]) async throws -> (value: String, metadata: JSONValue?)
    {
        var result: (String, JSONValue?) = ("", nil)
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            #expect(
                try await api.send("PUT", path + "/values/a/b", body: Array(body.utf8), headers: headers).status == 200
            )
            result.0 = try await api.send("GET", path + "/values/a%2Fb").text
            result.1 = try await api.send("GET", path + "/metadata/a%2Fb").result
        }
        return result
    }

    @Test("is a value and its metadata")
    func members() async throws {
        let (value, metadata) = try await put(#"{"metadata":"{\"a\":1}","value":"é\u0000"}"#, Self.headers)
        #expect(value == "é\0")
        #expect(metadata == ["a": 1])
    }

    @Test("may have JSON where a text should be, and no metadata in its place")
    func otherTypes() async throws {
        let (value, metadata) = try await put(#"{"metadata":"","value":{"x":[1.0]}}"#, Self.headers)
        #expect(value == #"{"x":[1.0]}"#)
        #expect(metadata == .null)
    }

    @Test(
        "is nothing that somebody else puts",
        arguments: [
            ["Content-Type": "application/json"],
            ["Content-Type": "text/plain", "X-Stainless-Lang": "python", "X-Stainless-Package-Version": "4.3.1"],
            ["Content-Type": "application/json", "X-Stainless-Lang": "python", "X-Stainless-Package-Version": "5.9.0"],
            ["Content-Type": "application/json", "X-Stainless-Lang": "js", "X-Stainless-Package-Version": "4.3.1"],
        ]
    )
    func ownJSON(headers: [String: String]) async throws {
        let body = #"{"metadata":"{\"a\":1}","value":"v"}"#
        let (value, metadata) = try await put(body, headers)
        #expect(value == body)
        #expect(metadata == .null)
    }

    @Test(
        "is no other object",
        arguments: [#"{"value":"v"}"#, #"{"value":"v","metadata":"1","more":1}"#, "[]", "{", "7"]
    )
    func otherObjects(body: String) async throws {
        #expect(try await put(body, Self.headers).value == body)
    }
}
