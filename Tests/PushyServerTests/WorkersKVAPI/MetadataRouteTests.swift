import PushyServer
import Testing

@Suite("Metadata over the Workers KV API")
struct MetadataRouteTests {
    private static let form = ["Content-Type": "multipart/form-data; boundary=limit"]

    private static func form(_ parts: KeyValuePairs<String, String>) -> [UInt8] {
        var text = ""
        for (name, content) in parts {
            text += "--limit\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
        }
        return Array((text + "--limit--\r\n").utf8)
    }

    @Test("comes as a part of a form, and goes out as it came in")
    func multipart() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            let body = Self.form(["value": "v\r\n--", "metadata": #"{"b": 1.50, "a": {"c": [null]}, "a": 1}"#])
            #expect(try await api.send("PUT", path + "/values/k", body: body, headers: Self.form).status == 200)
            #expect(try await api.send("GET", path + "/values/k").text == "v\r\n--")
            let metadata = try await api.send("GET", path + "/metadata/k")
            #expect(metadata.text.hasSuffix(#""result":{"b":1.50,"a":{"c":[null]},"a":1}}"#))
        }
    }

    @Test("is none when there is none", arguments: [nil, "", "null", " null "])
    func none(text: String?) async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace()
            let body = text.map { Self.form(["metadata": $0, "value": "v"]) } ?? Self.form(["value": "v"])
            #expect(try await api.send("PUT", path + "/values/k", body: body, headers: Self.form).status == 200)
            let answer = try await api.send("GET", path + "/metadata/k")
            #expect(answer.status == 200)
            #expect(answer.result == .null)
            #expect(try await api.send("GET", path + "/keys").result == [["name": "k"]])
        }
    }

    @Test("of a missing key is not found")
    func missing() async throws {
        try await LiveAPI.run { api in
            let answer = try await api.send("GET", try await api.namespace() + "/metadata/k")
            #expect(answer.status == 404)
            #expect(answer.code == 10009)
        }
    }

    @Test("is JSON of 1,024 bytes at most")
    func limits() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/k"
            func put(_ metadata: String) async throws -> Answer {
                try await api.send(
                    "PUT",
                    path,
                    body: Self.form(["value": "v", "metadata": metadata]),
                    headers: Self.form
                )
            }
            let malformed = try await put("{a}")
            #expect(malformed.status == 400)
            #expect(malformed.code == 10047)
            let long = try await put("\"" + String(repeating: "x", count: 1023) + "\"")
            #expect(long.status == 413)
            #expect(long.code == 10047)
            #expect(long.message == "put: 'Metadata length of 1025 exceeds limit of 1024.'")
            #expect(try await put("\"" + String(repeating: "x", count: 1022) + "\"").status == 200)
        }
    }

    @Test("without a value is no form of a value")
    func missingValue() async throws {
        try await LiveAPI.run { api in
            let path = try await api.namespace() + "/values/k"
            #expect(
                try await api.send("PUT", path, body: Self.form(["metadata": "1"]), headers: Self.form).code == 10029
            )
            #expect(try await api.send("PUT", path, body: Array("x".utf8), headers: Self.form).code == 10029)
        }
    }
}
