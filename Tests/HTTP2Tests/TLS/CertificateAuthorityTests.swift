import HTTP2
import Testing

@Suite("An authority")
struct CertificateAuthorityTests {
    @Test("kept as text, vouches for new servers to those who trusted it before")
    func kept() async throws {
        let first = try CertificateAuthority(named: "Test authority")
        let again = try CertificateAuthority(certificate: first.certificateText, privateKey: first.privateKeyText)
        let server = try TestServer(identity: again.issue(for: ["127.0.0.1"]))
        let client = try TestClient(
            server.endpoint,
            trusting: .certificates(first.certificateText),
            server: server
        )
        #expect(await client.next() == .opened(streamLimit: 100))
    }

    @Test("is not made of text that is none, or of two that do not belong together")
    func mistakes() throws {
        let (one, two) = try (CertificateAuthority(named: "One"), CertificateAuthority(named: "Two"))
        #expect(throws: TLSFailure.self) {
            try CertificateAuthority(certificate: [1, 2, 3], privateKey: one.privateKeyText)
        }
        #expect(throws: TLSFailure.self) {
            try CertificateAuthority(certificate: one.certificateText, privateKey: two.privateKeyText)
        }
    }
}
