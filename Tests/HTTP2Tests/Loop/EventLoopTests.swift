import HTTP2
import Synchronization
import Testing

@Suite("An event loop")
struct EventLoopTests {
    /// Words in the order in which they were said.
    private final class Record: Sendable {
        private let words = Mutex<[String]>([])

        func say(_ word: String) { words.withLock { $0.append(word) } }

        var all: [String] { words.withLock { $0 } }
    }

    @Test("does work in the order in which it was handed over, on its own thread")
    func order() async {
        let loop = EventLoop()
        let record = Record()
        for number in 0..<100 { loop.execute { record.say("\(number) \(loop.isCurrent)") } }
        loop.execute { loop.stop() }
        await loop.stopped()

        #expect(record.all == (0..<100).map { "\($0) true" })
        #expect(!loop.isCurrent)
    }

    @Test("fires timers by their moments, and not those that were cancelled")
    func timers() async {
        let loop = EventLoop()
        let record = Record()
        loop.execute {
            loop.schedule(after: .milliseconds(30)) {
                record.say("third")
                loop.stop()
            }
            loop.schedule(after: .milliseconds(10)) { record.say("second") }
            let cancelled = loop.schedule(after: .milliseconds(20)) { record.say("never") }
            loop.schedule(after: .zero) {
                record.say("first")
                cancelled.cancel()
            }
        }
        await loop.stopped()
        #expect(record.all == ["first", "second", "third"])
    }

    @Test("does what is left for the end of a turn after the turn's work")
    func endOfTurn() async {
        let loop = EventLoop()
        let record = Record()
        loop.execute {
            loop.atEndOfTurn {
                record.say("end")
                loop.stop()
            }
            record.say("work")
        }
        await loop.stopped()
        #expect(record.all == ["work", "end"])
    }

    @Test("is where an actor lives that names it as its executor")
    func executor() async {
        actor Resident {
            private let loop: EventLoop

            nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

            init(_ loop: EventLoop) { self.loop = loop }

            func isAtHome() -> Bool { loop.isCurrent }
        }
        let loop = EventLoop()
        #expect(await Resident(loop).isAtHome())
        loop.stop()
    }

    @Test("lends what is bound to it on its own thread")
    func bound() async {
        final class Counter { var count = 0 }
        let loop = EventLoop()
        let counter = LoopBound(handing: Counter(), to: loop)
        let record = Record()
        for _ in 0..<10 { loop.execute { counter.value.count += 1 } }
        loop.execute {
            record.say("\(counter.value.count)")
            loop.stop()
        }
        await loop.stopped()
        #expect(record.all == ["10"])
    }
}
