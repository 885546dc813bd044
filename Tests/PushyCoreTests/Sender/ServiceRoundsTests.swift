import APNs
import Foundation
import Synchronization
import Testing

@testable import PushyCore

@Suite("The rounds of a page at a service")
struct ServiceRoundsTests {
    @Test("try those alone again who have to wait, and hand them back after the last one")
    func again() async throws {
        let attempts = Mutex<[String: Int]>([:])
        let late = ServiceOutcome.late(ServiceOutcome.Delay(reason: "HTTP 503", isOfService: false))
        let devices = try (0..<3).map(Device.numbered)
        let clock = SteppedClock()
        let rounds = ServiceRounds(
            attempt: { device, _ in
                let count = attempts.withLock { attempts in
                    attempts[device.id.text, default: 0] += 1
                    return attempts[device.id.text, default: 0]
                }
                if device == devices[1], count < 3 { return late }
                return device == devices[2] ? late : .accepted
            },
            clock: clock,
            halt: Halt(),
            look: { $0 }
        )
        #expect(await rounds.run(devices) == [.accepted, .accepted, late])
        #expect(devices.map { device in attempts.withLock { $0[device.id.text] } } == [1, 3, 4])
        #expect(clock.now.offset == .milliseconds(3_500))
    }

    @Test(
        "repeat once what a connection broke off, although others were answered and nobody waits for those who have to"
    )
    func broken() async throws {
        let attempts = Mutex<[String: Int]>([:])
        let late = ServiceOutcome.late(ServiceOutcome.Delay(reason: "HTTP 503", isOfService: false))
        let devices = try (0..<4).map(Device.numbered)
        let answers = await rounds { device in
            let count = attempts.withLock { attempts in
                attempts[device.id.text, default: 0] += 1
                return attempts[device.id.text, default: 0]
            }
            switch devices.firstIndex(of: device) {
            case 0: return .accepted
            case 1: return late
            case 2: return count == 1 ? .broken(reason: "ConnectionLost") : .accepted
            default: return .broken(reason: "ConnectionLost")
            }
        }.run(ServicePage(devices))
        #expect(answers.outcomes == [.accepted, late, .accepted, .failed(reason: "ConnectionLost")])
        #expect(devices.map { device in attempts.withLock { $0[device.id.text] } } == [1, 1, 2, 2])
    }

    @Test(
        "send once more, apart from the page, to the few whose connections broke when nobody waited for them any more"
    )
    func brokenLate() async throws {
        let devices = try (0..<12).map(Device.numbered)
        let gate = Gate()
        let answers = await rounds { device in
            guard device == devices[3] else { return .accepted }
            await gate.pass()
            return .broken(reason: "ConnectionLost")
        }.run(ServicePage(number: 0, devices: devices, cursor: nil, isLast: true))
        let rest = try #require(answers.rest)
        await gate.open()
        let late = ServiceOutcome.late(ServiceOutcome.Delay(reason: "ConnectionLost", isOfService: true))
        #expect(await rest().contains(late))
    }

    @Test("hand a page back without the few whose answers take long, and give those once they come")
    func few() async throws {
        let devices = try (0..<12).map(Device.numbered)
        let gate = Gate()
        let answers = await rounds { device in
            if device == devices[3] { await gate.pass() }
            return .accepted
        }.run(ServicePage(number: 0, devices: devices, cursor: nil, isLast: true))
        #expect(answers.outcomes[3] == .underWay)
        let rest = try #require(answers.rest)
        await gate.open()
        let open = answers.outcomes.filter { $0 == .underWay }
        #expect(await rest() == open.map { _ in .accepted })
    }

    @Test("wait for all of a page where those who answered are to be tried again: a service may be out")
    func outage() async throws {
        let devices = try (0..<12).map(Device.numbered)
        let late = ServiceOutcome.late(ServiceOutcome.Delay(reason: "HTTP 503", isOfService: true))
        let answers = await rounds { device in
            if device == devices[3] { for _ in 0..<1_000 { await Task.yield() } }
            return late
        }.run(ServicePage(number: 0, devices: devices, cursor: nil, isLast: true))
        #expect(answers.outcomes == devices.map { _ in late })
    }

    private func rounds(_ attempt: @escaping @Sendable (Device) async -> ServiceOutcome) -> ServiceRounds {
        ServiceRounds(
            attempt: { device, _ in await attempt(device) },
            clock: SteppedClock(),
            halt: Halt(),
            look: { $0 }
        )
    }

    @Test("end when they are cancelled in a hurry, and wait for no answer that does not come")
    func hurry() async throws {
        try await halting {
            $0.hurry()
        } until: { task, _ in
            await task.value
        } isExpected: {
            $0 == .cutOff
        }
    }

    @Test("wait for what is in flight when they are cancelled without a hurry, however long that takes")
    func noHurry() async throws {
        try await halting {
            $0.call()
        } until: { task, gate in
            await gate.open()
            return await task.value
        } isExpected: {
            $0 == .accepted
        }
    }

    /// Cancels rounds of which one attempt waits at a gate, and looks at what comes of that one.
    private func halting(
        _ stop: (Halt) -> Void,
        until ended: (Task<[ServiceOutcome], Never>, Gate) async -> [ServiceOutcome],
        isExpected: (ServiceOutcome?) -> Bool
    ) async throws {
        let devices = try (0..<2).map(Device.numbered)
        let (gate, halt) = (Gate(), Halt())
        let rounds = ServiceRounds(
            attempt: { device, _ in
                if device == devices[0] { return .accepted }
                await gate.pass()
                return .accepted
            },
            clock: SteppedClock(),
            halt: halt,
            grace: .zero,
            look: { $0 }
        )
        let task = Task { await rounds.run(devices) }
        await gate.waitForArrival()
        stop(halt)
        task.cancel()
        let outcome = await ended(task, gate).last
        #expect(isExpected(outcome))
        await gate.open()
        halt.hurry()
    }

    @Test("send nothing again to a device that was removed meanwhile, and go by what a device is by then")
    func removed() async throws {
        let late = ServiceOutcome.late(ServiceOutcome.Delay(reason: "HTTP 503", isOfService: false))
        let devices = try (0..<2).map(Device.numbered)
        let renewed = Device(id: devices[1].id, address: .fcm("another token of FCM"), record: devices[1].record)
        let attempts = Mutex<[Device]>([])
        let rounds = ServiceRounds(
            attempt: { device, _ in
                attempts.withLock { $0.append(device) }
                return device == renewed ? .accepted : late
            },
            clock: SteppedClock(),
            halt: Halt(),
            look: { $0 == devices[0] ? nil : renewed }
        )
        #expect(await rounds.run(devices) == [.withdrawn, .accepted])
        #expect(attempts.withLock { Set($0) } == [devices[0], devices[1], renewed])
        #expect(attempts.withLock { $0.count } == 3)
    }
}

extension Device {
    fileprivate static func numbered(_ number: Int) throws -> Device {
        let address = DeviceAddress.fcm("a token of FCM, \(number)")
        let record = TokenRecord(pro: false, environment: nil, at: Date(timeIntervalSince1970: 0))
        return Device(id: DeviceID(of: address, in: .default), address: address, record: record)
    }
}
