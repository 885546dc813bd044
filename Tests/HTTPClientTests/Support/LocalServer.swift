import Foundation
import HTTP2
import HTTPServer
import Synchronization

/// A server on this machine on a port of its own, http or https, that remembers what it was asked.
final class LocalServer: Sendable {
    let url: String
    /// The certificate of the authority that vouches for it, in PEM.
    let authorityFile: String

    private let server: HTTPServer
    private let directory: String
    private let log: Log

    private final class Log: Sendable {
        let requests = Mutex<[HTTPRequest]>([])
    }

    init(secure: Bool = false, answering answer: @escaping Router.Handler = { _ in .text("done") }) throws {
        let log = Log()
        let handler: Router.Handler = { request in
            log.requests.withLock { $0.append(request) }
            return try await answer(request)
        }
        var router = Router()
        router.add(.post, "/hook", bodyLimit: 1 << 20, handler)
        router.add(.get, "/hook", bodyLimit: 0, handler)

        directory = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID())").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var configuration = HTTPServer.Configuration()
        configuration.port = 0
        let authority = try CertificateAuthority(named: "Test authority")
        authorityFile = "\(directory)/ca.pem"
        try Data(authority.certificateText).write(to: URL(filePath: authorityFile))
        if secure {
            let identity = try authority.issue(for: ["localhost"])
            let (chain, key) = ("\(directory)/chain.pem", "\(directory)/key.pem")
            try Data(identity.certificateChain).write(to: URL(filePath: chain))
            try Data(identity.privateKey).write(to: URL(filePath: key))
            configuration.tls = HTTPServer.TLSFiles(certificatePath: chain, keyPath: key)
        }
        server = HTTPServer(router: router, configuration: configuration)
        let address = try server.start()
        url = secure ? "https://localhost:\(address.port)/hook" : "http://\(address)/hook"
        self.log = log
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    var requests: [HTTPRequest] { log.requests.withLock { $0 } }

    func stop() async { await server.stop(grace: .zero) }
}
