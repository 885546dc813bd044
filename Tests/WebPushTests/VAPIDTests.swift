import Foundation
import JSON
import PushCrypto
import Synchronization
import Testing
import WebPush

@Suite("The VAPID header")
struct VAPIDTests {
    let key: VAPIDKey
    let signer: P256.PrivateKey
    let subject: VAPIDSubject
    let clock = Clock()
    let headers: VAPIDHeaders

    final class Clock: Sendable {
        let moment = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        func advance(_ seconds: TimeInterval) { moment.withLock { $0 += seconds } }
    }

    init() throws {
        signer = try .generate()
        key = try VAPIDKey(signer)
        subject = try VAPIDSubject("mailto:push@example.com")
        headers = VAPIDHeaders { [clock] in clock.moment.withLock { $0 } }
    }

    @Test("names origin, end and subject, is signed with ES256, and brings the key unpadded")
    func contents() throws {
        let header = try value("https://a.example")
        let parts = header.split(separator: ", k=")
        #expect(parts.last.map(String.init) == Base64URL.encode(try signer.publicKey.point))
        let token = try #require(JSONWebToken(String(parts[0].dropFirst("vapid t=".count))))
        #expect(String(decoding: token.header, as: UTF8.self) == #"{"typ":"JWT","alg":"ES256"}"#)
        #expect(
            String(decoding: token.claims, as: UTF8.self)
                == #"{"aud":"https://a.example","exp":1800043200,"sub":"mailto:push@example.com"}"#
        )
        #expect(token.isSigned(by: try signer.publicKey))
    }

    @Test("is one for each origin, key and subject, until an hour before its end")
    func cache() throws {
        let first = try value("https://a.example")
        clock.advance(11 * 3600 - 1)
        #expect(try value("https://a.example") == first)
        #expect(try value("https://b.example") != first)
        let other = try VAPIDKey(.generate())
        #expect(try headers.value(origin: "https://a.example", subject: subject, key: other) != first)
        clock.advance(1)
        #expect(try value("https://a.example") != first)
    }

    @Test("is made anew where the clock was set back so far that it would end too late")
    func clockSetBack() throws {
        let first = try value("https://a.example")
        clock.advance(-60)
        #expect(try value("https://a.example") == first)
        clock.advance(-3600)
        #expect(try value("https://a.example") != first)
    }

    @Test(
        "has a subject that every service takes",
        arguments: ["mailto:a@example.com", "https://example.com", "https://example.com/contact?x=1"]
    )
    func subjects(text: String) throws {
        #expect(try VAPIDSubject(text).text == text)
    }

    @Test(
        "has no other subject",
        arguments: [
            "", "a@example.com", "mailto:", "mailto:a", "mailto:mailto:a@example.com", "mailto:a@localhost",
            "mailto: a@example.com", "mailto:<a@example.com>", "mailto:a@example.com ", "mailto:a@b@example.com",
            "http://example.com", "https://localhost", "https://127.0.0.1", "https://a.localhost",
            "https://example.com\n",
        ]
    )
    func otherSubjects(text: String) {
        #expect(throws: VAPIDSubject.Invalid.self) { try VAPIDSubject(text) }
    }

    private func value(_ origin: String) throws -> String {
        try headers.value(origin: origin, subject: subject, key: key)
    }
}
