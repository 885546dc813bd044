import APNs
import Foundation
import PushCrypto
import Testing

@Suite("A provider token")
struct ProviderTokenTests {
    let key: P256.PrivateKey
    let clock = ManualClock()
    let source: ProviderTokenSource

    init() throws {
        key = try P256.PrivateKey.generate()
        let credentials = try APNsCredentials(key: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        source = ProviderTokenSource(credentials: credentials) { [clock] in clock.now }
    }

    @Test("names key, team and second, and is signed with ES256")
    func contents() throws {
        let token = try #require(JSONWebToken(source.token().text))
        #expect(String(decoding: token.header, as: UTF8.self) == #"{"alg":"ES256","kid":"ABC123DEFG"}"#)
        #expect(String(decoding: token.claims, as: UTF8.self) == #"{"iss":"DEF123GHIJ","iat":1800000000}"#)
        #expect(token.isSigned(by: try key.publicKey))
    }

    @Test("is one for all until it is 50 minutes old, then another")
    func refresh() throws {
        let first = try source.token()
        clock.advance(50 * 60 - 1)
        #expect(try source.token() == first)
        clock.advance(1)
        let second = try source.token()
        #expect(second.issuedAt == clock.now)
        #expect(try source.token() == second)
    }

    @Test("is made anew once when APNs holds it for expired, and not again within 20 minutes")
    func expired() throws {
        let first = try source.token()
        let second = try #require(try source.replacement(for: first))
        #expect(second != first)
        #expect(try source.replacement(for: second) == nil)
        #expect(try source.token() == second)
        clock.advance(20 * 60)
        #expect(try source.replacement(for: second) != nil)
    }

    @Test("that was replaced already is not replaced again by the answers that come late")
    func lateAnswers() throws {
        let first = try source.token()
        let second = try source.replacement(for: first)
        #expect(try source.replacement(for: first) == second)
    }

    @Test("outlives a small step of the clock, and not one that dates it far into the future")
    func clockSetBack() throws {
        let first = try source.token()
        clock.advance(-60)
        #expect(try source.token() == first)
        clock.advance(-3 * 3600)
        #expect(try source.token() != first)
    }

    @Test("has an age")
    func age() throws {
        #expect(source.age == nil)
        _ = try source.token()
        clock.advance(90)
        #expect(source.age == 90)
    }
}
