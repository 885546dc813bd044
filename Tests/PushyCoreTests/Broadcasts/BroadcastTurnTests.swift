import APNs
import Foundation
import Synchronization
import Testing

@testable import PushyCore

@Suite("Of a broadcast its operator is told")
struct BroadcastTurnTests {
    /// Turns in the order in which they were told, in a word or two.
    private final class Story: Sendable {
        private let told = Mutex<[String]>([])
        var turns: [String] { told.withLock { $0 } }

        func add(_ turn: BroadcastTurn) {
            let words =
                switch turn {
                case .began: "began"
                case .wentOn(let broadcast): "went on at \(broadcast.tally.total)"
                case .halted(let broadcast): "\(broadcast.state.rawValue) at \(broadcast.tally.total)"
                }
            told.withLock { $0.append(words) }
        }
    }

    @Test("that it begins and is done, once each")
    func fromBeginToEnd() async throws {
        try await Bench.run { bench in
            try await bench.register(600)
            let story = Story()
            let broadcasts = try await bench.broadcasts(through: ScriptedChannel(), report: story.add)
            _ = try await broadcasts.send(.hello())
            await broadcasts.stop()
            #expect(story.turns == ["began", "done at 600"])
        }
    }

    @Test("that it halts in an outage, nothing while it tries in vain, and that it goes on")
    func outage() async throws {
        try await Bench.run { bench in
            try await bench.register(30)
            let isAway = Atomic(true)
            let channel = ScriptedChannel { _ in
                isAway.load(ordering: .relaxed) ? .unserved(.deadline(.seconds(30))) : .accepted
            }
            let story = Story()
            let broadcasts = try await bench.broadcasts(through: channel, report: story.add)
            let id = try await broadcasts.create(.hello()).id
            for _ in 0..<3 {
                while await !broadcasts.senders.isEmpty { await Task.yield() }
                bench.moment.advance(by: Broadcast.retryInterval)
                await broadcasts.advance()
            }
            #expect(story.turns == ["began", "paused at 0"])
            while await !broadcasts.senders.isEmpty { await Task.yield() }
            isAway.store(false, ordering: .relaxed)
            bench.moment.advance(by: Broadcast.retryInterval)
            await broadcasts.advance()
            while await !broadcasts.senders.isEmpty { await Task.yield() }
            #expect(try await broadcasts.broadcast(id).state == .done)
            #expect(story.turns == ["began", "paused at 0", "went on at 0", "done at 30"])
        }
    }

    @Test("that the next process goes on with it")
    func restart() async throws {
        try await Bench.run { bench in
            try await bench.register(3)
            let story = Story()
            let cutOff = ScriptedChannel { _ in .failed(.shutDown) }
            let before = try await bench.broadcasts(through: cutOff, report: story.add)
            let id = try await before.create(.hello()).id
            while await !before.senders.isEmpty { await Task.yield() }
            await before.stop()
            let after = try await bench.broadcasts(through: ScriptedChannel(), report: story.add)
            await after.advance()
            _ = try await after.outcome(of: id)
            await after.stop()
            #expect(story.turns == ["began", "running at 0", "went on at 0", "done at 3"])
        }
    }

    @Test("that its owner ended it before it began")
    func cancelled() async throws {
        try await Bench.run { bench in
            let story = Story()
            let broadcasts = try await bench.broadcasts(through: ScriptedChannel(), report: story.add)
            var draft = try Draft.hello()
            draft.scheduledAt = bench.moment.now + 60
            _ = try await broadcasts.cancel(broadcasts.create(draft).id)
            #expect(story.turns == ["cancelled at 0"])
        }
    }
}
