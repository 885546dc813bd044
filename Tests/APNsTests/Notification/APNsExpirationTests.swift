import APNs
import Foundation
import Testing

@Suite("An expiration")
struct APNsExpirationTests {
    @Test("of nothing and of 0 are two things")
    func nothingAndZero() throws {
        #expect(try APNsExpiration(unixSeconds: nil) == .unspecified)
        #expect(try APNsExpiration(unixSeconds: 0) == .oneAttempt)
        #expect(APNsExpiration.oneAttempt.unixSeconds == 0)
        #expect(APNsExpiration.unspecified.unixSeconds == nil)
    }

    @Test("is a moment in whole seconds")
    func moment() throws {
        #expect(try APNsExpiration(until: Date(timeIntervalSince1970: 1_800_000_000.9)).unixSeconds == 1_800_000_000)
    }

    @Test("is refused before 1970, and where it is no moment at all")
    func refusals() {
        #expect(throws: APNsRefusal.expirationBefore1970) { try APNsExpiration(unixSeconds: -1) }
        #expect(throws: APNsRefusal.expirationBefore1970) { try APNsExpiration(until: .distantPast) }
        #expect(throws: APNsRefusal.expirationBefore1970) {
            try APNsExpiration(until: Date(timeIntervalSince1970: .nan))
        }
    }
}
