import HTTP2
import Testing

@testable import APNs

@Suite("A failure")
struct APNsFailureTests {
    @Test(
        "is named after what ended the connection",
        arguments: [
            (ConnectionEnd.unresolved(host: "h", reason: "r", isTransient: true), "NameNotResolved"),
            (.refused(Endpoint(host: "h", port: 1)), "NotReachable"),
            (.timedOut(Endpoint(host: "h", port: 1), during: .handshake), "NotReachable"),
            (.tls(.certificateExpired), "NotTrusted"), (.tls(.noHTTP2), "NotHTTP2"), (.reset, "ConnectionLost"),
            (.stalled, "ConnectionLost"),
        ]
    )
    func names(end: ConnectionEnd, name: String) {
        #expect(APNsFailure(end).name == name)
        #expect(!APNsFailure(end).description.isEmpty)
    }

    @Test("of trust or protocol is not waited out", arguments: [TLSFailure.selfSigned, .wrongHost("h"), .noHTTP2])
    func needsMending(failure: TLSFailure) {
        #expect(ConnectionEnd.tls(failure).needsMending)
        #expect(!ConnectionEnd.tls(.handshake("closed")).needsMending)
        #expect(!ConnectionEnd.reset.needsMending)
    }

    @Test("says how long it waited")
    func deadline() {
        #expect(APNsFailure.deadline(.milliseconds(1500)).description.contains("1500 ms"))
    }
}
