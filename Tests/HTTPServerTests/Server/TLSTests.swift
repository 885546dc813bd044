import Dispatch
import Foundation
import HTTPServer
import Testing

@Suite("A server with a certificate")
struct TLSTests {
    /// What curl says, which verifies the certificate against itself.
    ///
    /// A thread of Dispatch's waits for it: Foundation's `Process` watches its child through `select`, which in a process
    /// with thousands of open descriptors may never hear of the end.
    private static func curl(_ arguments: [String], trusting certificate: String) async throws -> String {
        let words = ["curl", "-sS", "-m", "300", "--cacert", certificate] + arguments
        let line = words.map { "'\($0)'" }.joined(separator: " ") + " 2>&1"
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var said: [UInt8] = []
                if let pipe = popen(line, "r") {
                    while case let byte = fgetc(pipe), byte != EOF { said.append(UInt8(truncatingIfNeeded: byte)) }
                    pclose(pipe)
                }
                continuation.resume(returning: String(decoding: said, as: UTF8.self))
            }
        }
    }

    private static func withTLS(
        headerDeadline: Duration = .seconds(600),
        _ body: (SocketAddress, String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let certificate = try folder.write(TestCertificate.certificate, to: "cert.pem")
        let key = try folder.write(TestCertificate.privateKey, to: "key.pem")
        try await withServer {
            $0.tls = .init(certificatePath: certificate, keyPath: key)
            $0.headerDeadline = headerDeadline
        } routes: { router in
            addEcho(&router)
            router.add(.get, "/secure") { request in
                await Task.yield()
                return .text("\(request.isSecure)")
            }
        } _: { address, _ in
            try await body(address, certificate)
        }
    }

    @Test("serves https, handlers that wait included")
    func https() async throws {
        try await Self.withTLS { address, certificate in
            let url = "https://localhost:\(address.port)"
            let secure = try await Self.curl([url + "/secure"], trusting: certificate)
            #expect(secure == "true")
            let body = String(repeating: "x", count: 1000)
            let echo = try await Self.curl(["-d", body, url + "/echo"], trusting: certificate)
            #expect(echo == body)
        }
    }

    @Test("speaks TLS 1.2 and 1.3 and nothing older", arguments: [("1.0", false), ("1.1", false), ("1.2", true)])
    func versions(version: String, isSpoken: Bool) async throws {
        try await Self.withTLS { address, certificate in
            let words = ["--tlsv\(version)", "--tls-max", version, "--ciphers", "DEFAULT@SECLEVEL=0"]
            let said = try await Self.curl(
                words + ["https://localhost:\(address.port)/page"],
                trusting: certificate
            )
            #expect((said == "page") == isSpoken, "\(said)")
        }
    }

    @Test("tells too long a body so, by length and by chunks")
    func tooLong() async throws {
        try await Self.withTLS { address, certificate in
            let url = "https://localhost:\(address.port)/echo"
            let body = String(repeating: "x", count: 5000)
            for field in ["Expect:", "Transfer-Encoding: chunked"] {
                let answer = try await Self.curl(["-d", body, "-H", field, url], trusting: certificate)
                #expect(answer.contains("\"status\":413"), "\(answer)")
            }
        }
    }

    @Test("cuts off a client that never shakes hands")
    func noHandshake() async throws {
        try await Self.withTLS(headerDeadline: .milliseconds(300)) { address, _ in
            let client = try RawClient(address)
            await client.send("G")
            #expect(await client.receive() == "")
        }
    }
}
