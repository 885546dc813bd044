import HTTP2
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("A client session that cannot connect says why")
struct ClientConnectTests {
    @Test("nobody listens")
    func refused() async throws {
        // Port 1 is tcpmux, which nobody runs; a port that was just let go may be another test's by now.
        let endpoint = Endpoint(host: "127.0.0.1", port: 1)
        let client = try TestClient(endpoint, trusting: .system)
        #expect(await client.next() == .ended(.refused(endpoint)))
    }

    @Test("the name does not exist")
    func unresolved() async throws {
        let client = try TestClient(Endpoint(host: "no-such-host.invalid", port: 443), trusting: .system)
        guard case .ended(.unresolved(let host, _, _)) = await client.next() else {
            Issue.record("the name was resolved")
            return
        }
        #expect(host == "no-such-host.invalid")
    }

    @Test("the certificate has expired")
    func expired() async throws {
        let server = try TestServer(validity: .expired)
        #expect(try await TestClient(server).next() == .ended(.tls(.certificateExpired)))
    }

    @Test("the certificate is not valid yet")
    func notYetValid() async throws {
        let server = try TestServer(validity: .future)
        #expect(try await TestClient(server).next() == .ended(.tls(.certificateNotYetValid)))
    }

    @Test("the certificate is for another address")
    func wrongAddress() async throws {
        let server = try TestServer(hosts: ["127.0.0.2"])
        #expect(try await TestClient(server).next() == .ended(.tls(.wrongHost("127.0.0.1"))))
    }

    @Test("the certificate is for another name")
    func wrongName() async throws {
        let server = try TestServer(hosts: ["example.org"])
        let endpoint = Endpoint(host: "localhost", port: server.endpoint.port)
        let client = try TestClient(endpoint, trusting: server.trust, server: server)
        #expect(await client.next() == .ended(.tls(.wrongHost("localhost"))))
    }

    @Test("nobody trusted vouches for the certificate")
    func untrusted() async throws {
        let server = try TestServer()
        let client = try TestClient(server.endpoint, trusting: .system, server: server)
        #expect(await client.next() == .ended(.tls(.untrustedIssuer)))
    }

    @Test("the certificate vouches for itself")
    func selfSigned() async throws {
        let authority = try CertificateAuthority(named: "localhost")
        let server = try TestServer(
            identity: CertificateAuthority.Identity(
                certificateChain: authority.certificateText,
                privateKey: authority.privateKeyText
            )
        )
        let client = try TestClient(server.endpoint, trusting: .system, server: server)
        #expect(await client.next() == .ended(.tls(.selfSigned)))
    }

    @Test("the other end does not speak HTTP/2")
    func noHTTP2() async throws {
        let server = try TestServer(speaksHTTP2: false)
        #expect(try await TestClient(server).next() == .ended(.tls(.noHTTP2)))
    }

    @Test("the other end does not speak TLS")
    func noTLS() async throws {
        let server = try SilentServer(saying: "HTTP/1.1 400 Bad Request\r\n\r\n")
        let endpoint = Endpoint(host: "127.0.0.1", port: server.port)
        let client = try TestClient(endpoint, trusting: .system)
        guard case .ended(.tls(.handshake)) = await client.next() else {
            Issue.record("the handshake went on")
            return
        }
    }

    @Test("the file of certificates to trust is not there")
    func noTrust() {
        let failure = #expect(throws: TLSFailure.self) { try TLSContext.client(trusting: .file("/nowhere/ca.pem")) }
        guard case .unusableTrust(path: "/nowhere/ca.pem", _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("the other end accepts and says nothing", arguments: [Duration.milliseconds(50)])
    func silence(timeout: Duration) async throws {
        let server = try SilentServer()
        let endpoint = Endpoint(host: "127.0.0.1", port: server.port)
        let client = try TestClient(endpoint, trusting: .system) { $0.connectTimeout = timeout }
        #expect(await client.next() == .ended(.timedOut(endpoint, during: .handshake)))
    }

    @Test("and by name, over the addresses that the name has, it connects")
    func byName() async throws {
        let server = try TestServer()
        let endpoint = Endpoint(host: "localhost", port: server.endpoint.port)
        #expect(
            try await TestClient(endpoint, trusting: server.trust, server: server).next() == .opened(streamLimit: 100)
        )
    }
}
