import Foundation
import Synchronization
import Testing
import WorkersKV

@testable import PushyCore

@Suite("A broadcast's part to a service, a few of whose devices do not answer", .timeLimit(.minutes(10)))
struct SlowDevicesTests {
    /// In pages of four: once enough have answered come more pages than may be unsettled half of whose devices do not.
    private static let deviceCount = 60
    private static let rate = 16
    private static let slowPlaces = (5..<14).flatMap { [$0 * 4, $0 * 4 + 1] }

    @Test("goes on without them, and counts them by their answers once those come")
    func goesOn() async throws {
        try await withSlowDevices { run in
            try await run.expectAnswersTaken(after: Self.deviceCount)
        }
    }

    @Test("waits for their answers when it is paused, and counts them")
    func paused() async throws {
        try await withSlowDevices { run in
            run.halt.call()
            run.sender.cancel()
            try await run.expectAnswersTaken(after: Self.deviceCount)
        }
    }

    @Test("sends to them again when the process was killed meanwhile, and to nobody else")
    func killed() async throws {
        try await withSlowDevices { run in
            let after = Service()
            let (sender, _) = try await run.place.send(run.id, to: after, halt: Halt())
            try await run.expectAllReached(await sender.value)
            #expect(Set(after.asked) == run.service.slow)
            #expect(after.asked.count == run.service.slow.count)
            await run.service.gate.open()
            _ = await run.sender.value
        }
    }

    @Test("counts those as failed of whom it is not known in the end")
    func unknown() async throws {
        try await withSlowDevices(answering: .failed(reason: "DeadlineExceeded")) { run in
            await run.service.gate.open()
            let tally = await run.sender.value.0.tally
            #expect(tally.failed == ["DeadlineExceeded": Self.slowPlaces.count])
            #expect(tally.total == Self.deviceCount)
        }
    }

    @Test("tries them again who were not served in the end")
    func late() async throws {
        let delay = ServiceOutcome.Delay(reason: "UNAVAILABLE", isOfService: false)
        try await withSlowDevices(answering: .late(delay)) { run in
            try await run.expectAnswersTaken(after: Self.deviceCount + Self.slowPlaces.count)
        }
    }

    /// A service some of whose devices answer so, once the gate is open, and accept the message after that.
    private final class Service: Sendable {
        let gate = Gate()
        let slow: Set<DeviceID>
        private let answer: ServiceOutcome
        private let log = Mutex<[DeviceID]>([])

        init(slow: Set<DeviceID> = [], answering answer: ServiceOutcome = .accepted) {
            self.slow = slow
            self.answer = answer
        }

        /// The devices that it was asked for.
        var asked: [DeviceID] { log.withLock { $0 } }

        func attempt(_ device: Device) async -> ServiceOutcome {
            let isFirst = log.withLock { log in
                defer { log.append(device.id) }
                return !log.contains(device.id)
            }
            guard slow.contains(device.id) else { return .accepted }
            await gate.pass()
            return isFirst ? answer : .accepted
        }
    }

    /// Where broadcasts are, and the devices that they go to.
    private struct Place {
        let bench: Bench
        let devices: DeviceRegistry
        let records: BroadcastRecords

        typealias Sending = Task<(Broadcast, Ending), Never>

        /// Sends a broadcast on as it is stored.
        func send(
            _ id: BroadcastID,
            to service: Service,
            halt: Halt
        ) async throws -> (Sending, progress: AsyncStream<Broadcast>) {
            let broadcast = try #require(try await records.broadcast(id))
            let (progress, report) = AsyncStream.makeStream(of: Broadcast.self)
            let sender = ServiceSender(
                broadcast,
                to: .fcm,
                walk: try await ServiceWalk(of: .fcm, in: devices, for: broadcast, on: .all),
                settlement: ServiceSettlement(devices: devices, records: records),
                clock: SteppedClock(),
                halt: halt,
                now: { [moment = bench.moment] in moment.now },
                report: report,
                prepare: { .ready { device, _ in await service.attempt(device) } }
            )
            let sending = Sending {
                var sender = sender
                defer { report.finish() }
                return await sender.run()
            }
            return (sending, progress)
        }
    }

    /// A broadcast that has reached all but those who do not answer.
    private struct Run {
        let place: Place
        let id: BroadcastID
        let service: Service
        let halt: Halt
        let sender: Place.Sending

        /// Has those answer who have not, and expects that all are reached by so many attempts.
        func expectAnswersTaken(after attemptCount: Int) async throws {
            await service.gate.open()
            try await expectAllReached(await sender.value)
            #expect(service.asked.count == attemptCount)
        }

        func expectAllReached(_ outcome: (broadcast: Broadcast, ending: Ending)) async throws {
            #expect(outcome.ending == .through)
            #expect(outcome.broadcast.tally.accepted == SlowDevicesTests.deviceCount)
            #expect(outcome.broadcast.tally.total == SlowDevicesTests.deviceCount)
            let stored = try await place.records.broadcast(id)
            #expect(stored?.tally == outcome.broadcast.tally)
            #expect(stored?.late == nil)
        }
    }

    private func withSlowDevices(
        answering answer: ServiceOutcome = .accepted,
        _ test: (Run) async throws -> Void
    ) async throws {
        try await Bench.run { bench in
            let devices = try await bench.devices()
            var ids: [DeviceID] = []
            for number in 0..<Self.deviceCount {
                ids.append(try await devices.register(.made(number, on: .android)).id)
            }
            // In the order of the walk.
            ids.sort { $0.text < $1.text }
            let place = Place(bench: bench, devices: devices, records: try await BroadcastRecords(in: bench.store))
            let fields: JSONObject = ["title": "Hello", "rate_per_second": .integer(Self.rate)]
            let draft = try Draft(toAllOf: .default, fields, at: bench.moment.now)
            let fresh = Broadcast(draft, recipients: ids.count, at: bench.moment.now)
            _ = try await bench.store.commit { [records = place.records] transaction throws(KVError) in
                try records.put(fresh, in: transaction)
            }
            let service = Service(slow: Set(Self.slowPlaces.map { ids[$0] }), answering: answer)
            let halt = Halt()
            let (sender, progress) = try await place.send(fresh.id, to: service, halt: halt)
            for await broadcast in progress
            where broadcast.tally.accepted == Self.deviceCount - Self.slowPlaces.count { break }
            try await test(Run(place: place, id: fresh.id, service: service, halt: halt, sender: sender))
            halt.hurry()
        }
    }
}
