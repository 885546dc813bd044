import Foundation
import HTTPServer
import Testing

@Suite("A server that starts")
struct StartTests {
    private static func start(_ configure: (inout HTTPServer.Configuration) -> Void) throws -> SocketAddress {
        var configuration = HTTPServer.Configuration()
        configuration.port = 0
        configure(&configuration)
        return try HTTPServer(router: Router(), configuration: configuration).start()
    }

    @Test(
        "listens on IPv4, IPv6, every address or a host name, and says where",
        arguments: [
            ("127.0.0.1", "127.0.0.1:"),
            ("::1", "[::1]:"),
            ("[::1]", "[::1]:"),
            ("0.0.0.0", "0.0.0.0:"),
            ("::", "[::]:"),
        ]
    )
    func addresses(host: String, prefix: String) async throws {
        var configuration = HTTPServer.Configuration()
        configuration.host = host
        configuration.port = 0
        let server = HTTPServer(router: Router(), configuration: configuration)
        let address = try server.start()
        #expect(address.description.hasPrefix(prefix))
        #expect(address.port != 0)
        await server.stop()
    }

    @Test("listens for IPv4 too when it listens on every IPv6 address")
    func dualStack() async throws {
        let answer = try await withServer {
            $0.host = "::"
        } routes: {
            addEcho(&$0)
        } _: { address, _ in
            try await RawClient.exchange(
                SocketAddress(address: .loopback, port: address.port),
                "GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            )
        }
        #expect(answer.hasSuffix("page"))
    }

    @Test("says which port is in use, and what to do")
    func portInUse() async throws {
        try await withServer(routes: addEcho) { address, _ in
            let error = #expect(throws: HTTPServerError.self) { try Self.start { $0.port = address.port } }
            #expect(error == .portInUse(host: "127.0.0.1", port: address.port))
            #expect(error?.description.contains("pick another port") == true)
        }
    }

    @Test("tries an address out, and leaves it free")
    func tryOut() async throws {
        var configuration = HTTPServer.Configuration()
        try await withServer(routes: addEcho) { address, _ in
            configuration.port = address.port
            #expect(throws: HTTPServerError.portInUse(host: "127.0.0.1", port: address.port)) {
                try HTTPServer.tryOut(configuration)
            }
        }
        configuration.port = 0
        try HTTPServer.tryOut(configuration)
        configuration.tls = HTTPServer.TLSFiles(certificatePath: "/nowhere/cert.pem", keyPath: "/nowhere/key.pem")
        #expect(throws: HTTPServerError.self) { try HTTPServer.tryOut(configuration) }
    }

    @Test("says that a host has no address, or none of this machine")
    func noSuchHost() {
        let unknown = #expect(throws: HTTPServerError.self) { try Self.start { $0.host = "no.such.host.invalid" } }
        guard case .hostNotFound = unknown else {
            Issue.record("\(String(describing: unknown))")
            return
        }
        #expect(throws: HTTPServerError.addressUnavailable(host: "192.0.2.1")) {
            try Self.start { $0.host = "192.0.2.1" }
        }
    }

    @Test("says which certificate or key is missing, is something else, or does not fit")
    func certificates() throws {
        let folder = try TemporaryFolder()
        let certificate = try folder.write(TestCertificate.certificate, to: "cert.pem")
        let key = try folder.write(TestCertificate.privateKey, to: "key.pem")
        let otherKey = try folder.write(TestCertificate.otherPrivateKey, to: "other.pem")
        let encrypted = try folder.write("-----BEGIN ENCRYPTED PRIVATE KEY-----\n", to: "encrypted.pem")
        let missing = folder.path + "/missing.pem"

        func error(_ certificate: String, _ key: String) -> HTTPServerError? {
            #expect(throws: HTTPServerError.self) {
                try Self.start { $0.tls = .init(certificatePath: certificate, keyPath: key) }
            }
        }
        #expect(error(missing, key) == .fileUnreadable(path: missing, reason: "No such file or directory"))
        #expect(error(certificate, missing) == .fileUnreadable(path: missing, reason: "No such file or directory"))
        #expect(error(key, key) == .noCertificate(path: key))
        #expect(error(certificate, certificate) == .noPrivateKey(path: certificate))
        #expect(error(certificate, encrypted) == .encryptedPrivateKey(path: encrypted))
        #expect(
            error(certificate, otherKey) == .certificateRefused(certificatePath: certificate, keyPath: otherKey)
        )
    }
}
