import Foundation
import Synchronization
import Testing
import WorkersKV

@testable import PushyCore

@Suite("A notice's courier")
struct NoticeCourierTests {
    /// Fails as it is told, and then takes what comes.
    private final class Channel: NoticeChannel {
        private let state: Mutex<(failures: [NoticeFailure], delivered: Int)>

        init(failing failures: [NoticeFailure]) { state = Mutex((failures, 0)) }

        var delivered: Int { state.withLock { $0.delivered } }

        func deliver(_ notice: QuotaNotice) async throws(NoticeFailure) {
            let failure: NoticeFailure? = state.withLock { state in
                guard state.failures.isEmpty else { return state.failures.removeFirst() }
                state.delivered += 1
                return nil
            }
            if let failure { throw failure }
        }
    }

    private final class Sleeps: Sendable {
        let durations = Mutex<[Duration]>([])
    }

    private static let passing = NoticeFailure("Nobody answers.", isPassing: true)
    private static let lasting = NoticeFailure("The address is wrong.", isPassing: false)

    private func notice(_ bench: Bench) async throws -> QuotaNotice {
        .alert(QuotaAlert(at: bench.moment.now, percent: .half, kind: .writes), try await bench.store.usage())
    }

    /// What the courier waited, and how it failed.
    private func carry(by channel: Channel) async throws -> (pauses: [Duration], failure: NoticeFailure?) {
        let sleeps = Sleeps()
        let outcome = Mutex<NoticeFailure?>(nil)
        try await Bench.run { bench in
            let courier = NoticeCourier(channel, pauses: [.seconds(1), .seconds(2)]) { duration in
                sleeps.durations.withLock { $0.append(duration) }
            }
            let notice = try await notice(bench)
            do throws(NoticeFailure) {
                try await courier.carry(notice)
            } catch {
                outcome.withLock { $0 = error }
            }
        }
        return (sleeps.durations.withLock { $0 }, outcome.withLock { $0 })
    }

    @Test("tries again, with longer pauses, where that may help")
    func retries() async throws {
        let channel = Channel(failing: [Self.passing, Self.passing])
        let (pauses, failure) = try await carry(by: channel)
        #expect(pauses == [.seconds(1), .seconds(2)])
        #expect(failure == nil)
        #expect(channel.delivered == 1)
    }

    @Test("gives up when no try is left")
    func givesUp() async throws {
        let channel = Channel(failing: [Self.passing, Self.passing, Self.passing])
        let (pauses, failure) = try await carry(by: channel)
        #expect(pauses.count == 2)
        #expect(failure == Self.passing)
        #expect(channel.delivered == 0)
    }

    @Test("does not try again what cannot succeed")
    func lasting() async throws {
        let channel = Channel(failing: [Self.lasting])
        let (pauses, failure) = try await carry(by: channel)
        #expect(pauses == [])
        #expect(failure == Self.lasting)
    }
}
