import Synchronization
import Testing

@testable import HTTPServer

@Suite("A rate limiter")
struct RateLimiterTests {
    private final class Clock: Sendable {
        private let time = Mutex(Duration.zero)
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
        func now() -> Duration { time.withLock { $0 } }
    }

    private let clock = Clock()

    private func limiter(_ callsPerMinute: Int, clientLimit: Int = 1000) -> RateLimiter {
        RateLimiter(callsPerMinute: callsPerMinute, clientLimit: clientLimit) { [clock] in clock.now() }
    }

    @Test("lets a burst through, then says how long to wait, and gives calls back evenly")
    func bucket() {
        let limiter = limiter(60)
        for _ in 0..<60 { #expect(limiter.secondsToWait(for: .loopback) == nil) }
        #expect(limiter.secondsToWait(for: .loopback) == 1)
        clock.advance(.milliseconds(999))
        #expect(limiter.secondsToWait(for: .loopback) == 1)
        clock.advance(.milliseconds(1))
        #expect(limiter.secondsToWait(for: .loopback) == nil)
        #expect(limiter.secondsToWait(for: .loopback) == 1)
        clock.advance(.seconds(3600))
        for _ in 0..<60 { #expect(limiter.secondsToWait(for: .loopback) == nil) }
        #expect(limiter.secondsToWait(for: .loopback) == 1)
    }

    @Test("says whether there is a call left without taking it")
    func look() {
        let limiter = limiter(1)
        for _ in 0..<2 { #expect(limiter.secondsUntilFree(for: .loopback) == nil) }
        #expect(limiter.secondsToWait(for: .loopback) == nil)
        for _ in 0..<2 { #expect(limiter.secondsUntilFree(for: .loopback) == 60) }
    }

    @Test("rounds the wait up")
    func slow() {
        let limiter = limiter(2)
        #expect(limiter.secondsToWait(for: .loopback) == nil)
        #expect(limiter.secondsToWait(for: .loopback) == nil)
        clock.advance(.milliseconds(500))
        #expect(limiter.secondsToWait(for: .loopback) == 30)
    }

    @Test("counts an IPv6 /64 as one client, and each IPv4 address as its own")
    func clients() throws {
        let limiter = limiter(1)
        #expect(limiter.secondsToWait(for: try #require(IPAddress("2001:db8::1"))) == nil)
        #expect(limiter.secondsToWait(for: try #require(IPAddress("2001:db8::ffff:1"))) != nil)
        #expect(limiter.secondsToWait(for: try #require(IPAddress("2001:db8:0:1::1"))) == nil)
        #expect(limiter.secondsToWait(for: try #require(IPAddress("192.0.2.1"))) == nil)
        #expect(limiter.secondsToWait(for: try #require(IPAddress("192.0.2.2"))) == nil)
    }

    @Test("remembers no more clients than it may, and not the one that calls on longest")
    func bounded() throws {
        let limiter = limiter(2, clientLimit: 100)
        let busy = try #require(IPAddress("203.0.113.1"))
        for _ in 0..<2 { #expect(limiter.secondsToWait(for: busy) == nil) }
        for number in 0..<40 { _ = limiter.secondsToWait(for: try #require(IPAddress("10.0.0.\(number)"))) }
        #expect(limiter.secondsToWait(for: busy) != nil)
        for number in 0..<1000 {
            _ = limiter.secondsToWait(for: try #require(IPAddress("10.1.\(number / 250).\(number % 250)")))
            #expect(limiter.clientCount <= 100)
        }
    }

    @Test("of 0 calls limits nothing, and a problem says when to come back")
    func problem() {
        #expect(limiter(0).secondsToWait(for: .loopback) == nil)
        let limiter = limiter(1)
        #expect(limiter.problem(for: .loopback) == nil)
        let problem = limiter.problem(for: .loopback)
        #expect(problem?.status == .tooManyRequests)
        #expect(problem?.headers["Retry-After"] == "60")
    }
}
