import Foundation
import PushyServer

extension ServiceBench {
    /// Calls `/tokens` as an app does.
    func tokens(
        _ method: String,
        _ body: String,
        headers: [String: String] = [:]
    ) async throws -> WebAnswer {
        let usual = ["X-App-Key": Self.appKey, "Content-Type": "application/json"]
        return try await client.send(method, "/tokens", headers: usual.merging(headers) { $1 }, body: body)
    }

    /// Registers a token as an app does.
    func tokens(_ body: String, headers: [String: String] = [:]) async throws -> WebAnswer {
        try await tokens("POST", body, headers: headers)
    }

    /// Asks as a program of the owner's does.
    func owner(
        _ method: String,
        _ target: String,
        json: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> WebAnswer {
        var usual = ["Authorization": "Bearer \(Self.adminKey)"]
        if json != nil { usual["Content-Type"] = "application/json" }
        return try await client.send(method, target, headers: usual.merging(headers) { $1 }, body: json)
    }

    /// Logs a browser in.
    func logIn() async throws -> Browser {
        let answer = try await client.send(
            "POST",
            "/admin/login",
            headers: Browser.headers,
            body: Browser.encode([("password", Self.adminKey)])
        )
        guard let cookie = answer.headers["Set-Cookie"]?.split(separator: ";").first else {
            throw WebClient.Unreadable()
        }
        return Browser(client: client, cookie: String(cookie))
    }
}

/// A browser that is logged in: it sends its cookie, and what a browser says of where a request comes from.
struct Browser: Sendable {
    static let headers = [
        "Accept": "text/html,application/xhtml+xml",
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
    ]

    let client: WebClient
    let cookie: String

    func get(_ target: String, headers: [String: String] = ["Accept": "text/html"]) async throws -> WebAnswer {
        try await client.send("GET", target, headers: headers.merging(["Cookie": cookie]) { $1 })
    }

    /// Posts a form.
    func post(
        _ target: String,
        _ fields: [(String, String)],
        headers: [String: String] = [:]
    ) async throws -> WebAnswer {
        let all = Self.headers.merging(["Cookie": cookie]) { $1 }.merging(headers) { $1 }
        return try await client.send("POST", target, headers: all, body: Self.encode(fields))
    }

    /// The token that the forms of this session carry.
    func formToken() async throws -> String {
        try await get("/admin").inputs["formToken"] ?? ""
    }

    static func encode(_ fields: [(String, String)]) -> String {
        fields
            .map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
            .joined(separator: "&")
    }
}

extension WebAnswer {
    /// The values of a page's hidden inputs, by name; of several alike the last.
    var inputs: [String: String] {
        var inputs: [String: String] = [:]
        for match in body.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#) {
            inputs[String(match.output.1)] = String(match.output.2).unescaped
        }
        return inputs
    }
}

extension String {
    /// The text of a piece of HTML without tags.
    fileprivate var unescaped: String {
        replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
