import Foundation
import HTTPServer
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("URLSession")
struct URLSessionTests {
    private static func send(
        _ method: String,
        _ path: String,
        body: Data? = nil
    ) async throws -> (status: Int, text: String, type: String?) {
        try await withServer(routes: addEcho) { address, _ in
            let url = try #require(URL(string: "http://\(address)\(path)"))
            var request = URLRequest(url: url)
            request.httpMethod = method
            request.httpBody = body
            let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
            let answer = try #require(response as? HTTPURLResponse)
            return (
                answer.statusCode, String(decoding: data, as: UTF8.self),
                answer.value(forHTTPHeaderField: "Content-Type")
            )
        }
    }

    @Test("gets, posts, and deletes with a body")
    func ordinary() async throws {
        #expect(try await Self.send("GET", "/page").text == "page")
        #expect(try await Self.send("POST", "/echo", body: Data("hello".utf8)).text == "hello")
        #expect(try await Self.send("DELETE", "/echo", body: Data("bye".utf8)).text == "bye")
    }

    @Test("reads a problem, to a megabyte that nobody wants too")
    func problems() async throws {
        let missing = try await Self.send("GET", "/nope")
        #expect(missing.status == 404)
        #expect(missing.type == "application/problem+json")
        #expect(try await Self.send("POST", "/echo", body: Data(count: 1_000_000)).status == 413)
    }
}
