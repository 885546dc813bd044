import HTTPServer

/// Runs a server on a port of its own while the body talks to it.
func withServer<Result>(
    configure: (inout HTTPServer.Configuration) -> Void = { _ in },
    routes: (inout Router) -> Void,
    _ body: (_ address: SocketAddress, _ server: HTTPServer) async throws -> Result
) async throws -> Result {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    // A busy machine must not look like a slow client.
    configuration.headerDeadline = .seconds(600)
    configuration.bodyDeadline = .seconds(600)
    configuration.idleDeadline = .seconds(600)
    configure(&configuration)
    var router = Router()
    routes(&router)
    let server = HTTPServer(router: router, configuration: configuration)
    let address = try server.start()
    do {
        let result = try await body(address, server)
        await server.stop(grace: .zero)
        return result
    } catch {
        await server.stop(grace: .zero)
        throw error
    }
}

/// Routes that most tests need: an echo that takes 1,000 bytes, and a page.
func addEcho(_ router: inout Router) {
    router.add(.post, "/echo", bodyLimit: 1000) { .bytes($0.body, contentType: "text/plain") }
    router.add(.delete, "/echo", bodyLimit: 1000) { .bytes($0.body, contentType: "text/plain") }
    router.add(.get, "/page") { _ in .text("page") }
}
