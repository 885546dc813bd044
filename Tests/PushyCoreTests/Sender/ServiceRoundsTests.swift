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
            attempt: { device in
                let count = attempts.withLock { attempts in
                    attempts[device.id.text, default: 0] += 1
                    return attempts[device.id.text, default: 0]
                }
                if device == devices[1], count < 3 { return late }
                return device == devices[2] ? late : .accepted
            },
            clock: clock
        )
        #expect(await rounds.run(devices) == [.accepted, .accepted, late])
        #expect(devices.map { device in attempts.withLock { $0[device.id.text] } } == [1, 3, 4])
        #expect(clock.now.offset == .milliseconds(3_500))
    }

    @Test("end when they are cancelled, and wait for no answer that does not come")
    func cancelled() async throws {
        let devices = try (0..<2).map(Device.numbered)
        let gate = Gate()
        let rounds = ServiceRounds(
            attempt: { device in
                if device == devices[0] { return .accepted }
                await gate.pass()
                return .accepted
            },
            clock: SteppedClock(),
            grace: .zero
        )
        let task = Task { await rounds.run(devices) }
        await gate.waitForArrival()
        task.cancel()
        #expect(await task.value.last == .cutOff)
        await gate.open()
    }
}

extension Device {
    fileprivate static func numbered(_ number: Int) throws -> Device {
        let address = DeviceAddress.fcm("a token of FCM, \(number)")
        let record = TokenRecord(pro: false, environment: nil, at: Date(timeIntervalSince1970: 0))
        return Device(id: DeviceID(of: address, in: .default), address: address, record: record)
    }
}
