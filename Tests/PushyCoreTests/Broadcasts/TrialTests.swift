import APNs
import Foundation
import PushyCore
import Testing

@Suite("A trial on one device")
struct TrialTests {
    private func phone() throws -> TestDevice {
        try TestDevice(.numbered(7), named: "  My\nphone ", in: .sandbox)
    }

    @Test("goes to the device at once, and keeps whom and when the message is for")
    func intention() throws {
        var draft = try Draft.hello(to: .pro, in: .production)
        let later = Date(timeIntervalSince1970: 1_800_000_000)
        draft.scheduledAt = later
        let trial = draft.trial(on: try phone())
        #expect(trial.token == (try DeviceToken.numbered(7)))
        #expect(trial.selection.environment == .sandbox)
        #expect(trial.scheduledAt == nil)
        #expect(trial.intention?.selection == Selection(.pro, in: .production))
        #expect(trial.intention?.scheduledAt == later)
        #expect(trial.intention?.deviceName == "My phone")
    }

    @Test("is known as one after it was stored")
    func stored() async throws {
        try await Bench.run { bench in
            let broadcasts = try await bench.broadcasts(through: ScriptedChannel())
            let trial = try Draft.hello(to: .pro).trial(on: try phone())
            let sent = try await broadcasts.send(trial)
            #expect(sent.tally.accepted == 1)
            let reopened = try await bench.broadcasts(through: ScriptedChannel())
            #expect(try await reopened.broadcast(sent.id).draft == trial)
        }
    }

    @Test("is offered on devices that were marked, until the mark is taken off")
    func marks() async throws {
        try await Bench.run(budget: KVBudget(plan: .free)) { bench in
            let devices = try await TestDevices(in: bench.store)
            try await devices.keep(try phone())
            try await devices.keep(try TestDevice(.numbered(8), named: "An older one", in: .production))
            try await devices.keep(try TestDevice(.numbered(7), named: "Renamed", in: .sandbox))
            #expect(try await TestDevices(in: bench.store).all().map(\.name) == ["An older one", "Renamed"])
            try await devices.forget(.numbered(8))
            try await devices.forget(.numbered(8))
            #expect(try await devices.all().map(\.token) == [try .numbered(7)])
            #expect(try await bench.store.usage().spending[.writes]?.used == 0)
            #expect(try await bench.registry.counts().all == 0)
        }
    }

    @Test("needs a device with a name that is not too long", arguments: ["", " \n", String(repeating: "é", count: 33)])
    func names(name: String) throws {
        let fault = #expect(throws: DraftFault.self) { try TestDevice(.numbered(7), named: name, in: .sandbox) }
        #expect(fault?.field == "deviceName")
    }
}
