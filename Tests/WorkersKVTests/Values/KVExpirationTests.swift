import Foundation
import Testing
import WorkersKV

@Suite("An expiration")
struct KVExpirationTests {
    let now = Date(timeIntervalSince1970: 1_000_000.9)

    @Test("lies at least 60 seconds ahead, in both forms")
    func earliest() throws {
        #expect(try KVExpiration.after(seconds: 60).unixSeconds(now: now) == 1_000_060)
        #expect(try KVExpiration.at(unixSeconds: 1_000_060).unixSeconds(now: now) == 1_000_060)
        #expect(throws: KVRefusal.ttlTooShort(seconds: 59)) {
            try KVExpiration.after(seconds: 59).unixSeconds(now: now)
        }
        #expect(throws: KVRefusal.ttlNotPositive(seconds: 0)) {
            try KVExpiration.after(seconds: 0).unixSeconds(now: now)
        }
        #expect(throws: KVRefusal.ttlNotPositive(seconds: -1)) {
            try KVExpiration.after(seconds: -1).unixSeconds(now: now)
        }
        #expect(throws: KVRefusal.expirationTooSoon(unixSeconds: 1_000_059)) {
            try KVExpiration.at(unixSeconds: 1_000_059).unixSeconds(now: now)
        }
        #expect(throws: KVRefusal.expirationPassed(unixSeconds: 1_000_000)) {
            try KVExpiration.at(unixSeconds: 1_000_000).unixSeconds(now: now)
        }
    }

    @Test("is the TTL's when both forms are given, and none when neither is")
    func precedence() {
        #expect(KVExpiration(expiration: 5, ttl: 60) == .after(seconds: 60))
        #expect(KVExpiration(expiration: 5, ttl: nil) == .at(unixSeconds: 5))
        #expect(KVExpiration(expiration: nil, ttl: nil) == nil)
    }

    @Test("may lie as far ahead as a number can say")
    func latest() throws {
        #expect(try KVExpiration.after(seconds: .max).unixSeconds(now: now) > 1_000_000)
        #expect(try KVExpiration.at(unixSeconds: .max).unixSeconds(now: now) == .max)
    }
}
