import HTTP2
import Testing

@testable import APNs

@Suite("The watch for outages")
struct OutageWatchTests {
    var watch = OutageWatch(backoff: Backoff(first: .seconds(1), longest: .seconds(8)))
    let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    @Test("takes twenty faults in a row for one, and not twenty among answers")
    mutating func threshold() {
        for _ in 0..<100 {
            for _ in 0..<19 { watch.countFault(isNews: true, retryAfter: nil, now: start) }
            watch.countServed()
        }
        #expect(!watch.isDown)
        for _ in 0..<20 { watch.countFault(isNews: true, retryAfter: nil, now: start) }
        #expect(watch.isDown)
    }

    @Test("is not misled by single deliveries that fail again and again")
    mutating func oldNews() {
        for _ in 0..<19 { watch.countFault(isNews: true, retryAfter: nil, now: start) }
        for _ in 0..<1000 { watch.countFault(isNews: false, retryAfter: nil, now: start) }
        #expect(!watch.isDown)
    }

    @Test("then lets one request through at a time, half to a whole pause later")
    mutating func probing() throws {
        goDown()
        #expect(watch.allowance(inFlight: 0, now: start) == 0)
        let probe = try #require(watch.nextProbe)
        #expect((Duration.milliseconds(500)...Duration.seconds(1)).contains(probe.since(start)))
        #expect(watch.allowance(inFlight: 0, now: probe) == 1)
        #expect(watch.allowance(inFlight: 1, now: probe) == 0)
    }

    @Test("waits longer after each request in vain, up to its bound")
    mutating func longer() throws {
        goDown()
        var pauses: [Duration] = []
        for _ in 0..<8 {
            let now = try #require(watch.nextProbe)
            watch.countFault(isNews: true, retryAfter: nil, now: now)
            pauses.append(try #require(watch.nextProbe).since(now))
        }
        #expect((Duration.seconds(1)...Duration.seconds(2)).contains(pauses[0]))
        #expect((Duration.seconds(2)...Duration.seconds(4)).contains(pauses[1]))
        #expect(pauses[4...].allSatisfy { (Duration.seconds(4)...Duration.seconds(8)).contains($0) })
    }

    @Test("is not made to wait longer by answers to what was in flight before")
    mutating func late() {
        goDown()
        let probe = watch.nextProbe
        for _ in 0..<1000 { watch.countFault(isNews: true, retryAfter: nil, now: start) }
        #expect(watch.nextProbe == probe)
    }

    @Test("heeds what the server asks for, within the bound")
    mutating func retryAfter() throws {
        for _ in 0..<20 { watch.countFault(isNews: true, retryAfter: .seconds(5), now: start) }
        #expect(try #require(watch.nextProbe).since(start) == .seconds(5))
    }

    @Test("opens the window step by step once a request is served")
    mutating func recovery() {
        goDown()
        watch.countServed()
        #expect(!watch.isDown)
        #expect(watch.allowance(inFlight: 0, now: start) == 2)
        for _ in 0..<10 { watch.countServed() }
        #expect(watch.allowance(inFlight: 4, now: start) == 8)
        for _ in 0..<5000 { watch.countServed() }
        #expect(watch.allowance(inFlight: 4, now: start) == .max)
    }

    private mutating func goDown() {
        for _ in 0..<20 { watch.countFault(isNews: true, retryAfter: nil, now: start) }
    }
}
