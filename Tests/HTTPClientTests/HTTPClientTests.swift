import Foundation
import HTTPClient
import HTTPServer
import Testing

@Suite("The HTTP client")
struct HTTPClientTests {
    private func client(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        change(&configuration)
        return HTTPClient(configuration: configuration)
    }

    /// How the client fails to get an answer.
    private func failure(_ client: HTTPClient, _ request: ClientRequest) async -> HTTPClientError? {
        do throws(HTTPClientError) {
            _ = try await client.response(to: request)
            return nil
        } catch {
            return error
        }
    }

    @Test("sends method, fields and body, and gives status and body back")
    func exchange() async throws {
        let server = try LocalServer { request in .text("took \(request.body.count)", status: .accepted) }
        let body = [UInt8](repeating: 7, count: 100_000)
        let fields = [ClientRequest.Header("X-Kind", "test"), ClientRequest.Header("X-Empty", "")]
        let response = try await client().response(to: ClientRequest("POST", server.url, headers: fields, body: body))
        #expect(response.status == 202)
        #expect(response.isSuccess)
        #expect(response.body == Array("took 100000".utf8))
        #expect(server.requests.map(\.body) == [body])
        #expect(server.requests.first?.headers["X-Kind"] == "test")
        #expect(server.requests.first?.headers.contains("Expect") == false)
        await server.stop()
    }

    @Test("posts JSON with its type")
    func json() async throws {
        let server = try LocalServer()
        _ = try await client().response(to: .post(json: Array("{}".utf8), to: server.url))
        #expect(server.requests.first?.headers["Content-Type"] == "application/json")
        #expect(server.requests.first?.body == Array("{}".utf8))
        await server.stop()
    }

    @Test("gives a refusal back as an answer, and does not follow a redirect")
    func refusals() async throws {
        for status in [HTTPStatus.seeOther, .forbidden, .internalServerError] {
            let server = try LocalServer { _ in HTTPResponse(status, headers: ["Location": "/elsewhere"]) }
            let response = try await client().response(to: ClientRequest("GET", server.url))
            #expect(response.status == status.rawValue)
            #expect(!response.isSuccess)
            #expect(server.requests.count == 1)
            await server.stop()
        }
    }

    @Test("trusts nobody whom neither the system nor the file vouches for")
    func trust() async throws {
        let server = try LocalServer(secure: true)
        let request = ClientRequest("GET", server.url)
        guard case .untrusted = await failure(client(), request) else {
            Issue.record("a stranger was trusted")
            return
        }
        let trusting = client { $0.caFile = server.authorityFile }
        #expect(try await trusting.response(to: request).status == 200)
        let byAddress = ClientRequest("GET", server.url.replacing("localhost", with: "127.0.0.1"))
        guard case .untrusted = await failure(trusting, byAddress) else {
            Issue.record("another name was trusted")
            return
        }
        #expect(server.requests.count == 1)
        await server.stop()
    }

    @Test("says that a file of certificates cannot be read")
    func unreadableTrust() async {
        let client = client { $0.caFile = "/nowhere/ca.pem" }
        let error = await failure(client, ClientRequest("GET", "https://localhost:1/"))
        #expect(error == .unreadableTrust(path: "/nowhere/ca.pem"))
    }

    @Test(
        "says what is wrong with an address, and shows nothing of it",
        arguments: ["", "no://secret", "file:///secret"]
    )
    func addresses(url: String) async {
        let error = await failure(client(), ClientRequest("GET", url))
        #expect(error == .malformedAddress)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("says that nobody listens")
    func nobody() async throws {
        // Port 1 is tcpmux, which nobody runs; a port that was just let go may be another test's by now.
        guard case .unreachable = await failure(client(), ClientRequest("GET", "http://127.0.0.1:1/")) else {
            Issue.record("somebody answered")
            return
        }
    }

    @Test("gives up at the deadline, whatever the server does")
    func deadline() async throws {
        let server = try LocalServer { _ in
            try await Task.sleep(for: .seconds(60))
            return .text("late")
        }
        let impatient = client { $0.deadline = .milliseconds(100) }
        #expect(await failure(impatient, ClientRequest("GET", server.url)) == .timedOut)
        await server.stop()
    }

    @Test("ends a request whose task is cancelled")
    func cancellation() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let server = try LocalServer { _ in
            arrival.yield()
            try await Task.sleep(for: .seconds(60))
            return .text("late")
        }
        let url = server.url
        let task = Task { await failure(client(), ClientRequest("GET", url)) }
        for await _ in arrivals { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        await server.stop()
    }

    @Test("does not read an answer without end")
    func endless() async throws {
        let server = try LocalServer { _ in .bytes([UInt8](repeating: 1, count: 5000), contentType: "x/y") }
        let frugal = client { $0.answerLimit = 4096 }
        #expect(await failure(frugal, ClientRequest("GET", server.url)) == .tooLong(limit: 4096))
        await server.stop()
    }

    @Test("lets no field smuggle another one in")
    func fields() async {
        let fields = [ClientRequest.Header("X", "a\r\nY: b")]
        let request = ClientRequest("GET", "http://127.0.0.1:1/", headers: fields)
        #expect(await failure(client(), request) == .malformedHeader(name: "X"))
    }
}
