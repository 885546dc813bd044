import Foundation
import HTTPServer
import Testing

@Suite("A server with a certificate")
struct TLSTests {
    /// What curl says, which verifies the certificate against itself.
    private static func curl(_ arguments: [String], trusting certificate: String) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["curl", "-sS", "-m", "10", "--cacert", certificate] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in
                let data = output.fileHandleForReading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }

    private static func withTLS(_ body: (SocketAddress, String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let certificate = try folder.write(TestCertificate.certificate, to: "cert.pem")
        let key = try folder.write(TestCertificate.privateKey, to: "key.pem")
        try await withServer {
            $0.tls = .init(certificatePath: certificate, keyPath: key)
            $0.headerDeadline = .milliseconds(300)
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
        try await Self.withTLS { address, _ in
            let client = try RawClient(address)
            await client.send("G")
            #expect(await client.receive() == "")
        }
    }
}
