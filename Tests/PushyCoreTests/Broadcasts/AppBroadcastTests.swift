import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("A broadcast of another app than the default one")
struct AppBroadcastTests {
    @Test("goes to that app's devices by that app's way, and waits where nobody knows the app")
    func ownDevices() async throws {
        try await ThreeServicesBench.run { bench in
            try await bench.core.register(2)
            _ = try await bench.register(["platform": "ios", "device_token": .numbered(9)])
            var draft = try Draft.hello()
            draft.app = bench.app.id
            let broadcasts = try await bench.broadcasts()
            #expect(try await broadcasts.reach(of: draft).recipients == 1)
            #expect(try await broadcasts.send(draft).tally.accepted == 1)
            #expect(try bench.apns.deliveries.map(\.token) == [.numbered(9)])

            draft.scheduledAt = bench.core.moment.now + 60
            let id = try await broadcasts.create(draft).id
            bench.core.moment.advance(by: 60)
            let alone = try await bench.core.broadcasts(through: ScriptedChannel())
            await alone.advance()
            #expect(await alone.senders.isEmpty)
            await #expect(throws: BroadcastFailure.self) { try await alone.create(draft) }
            await broadcasts.advance()
            #expect(try await broadcasts.outcome(of: id).tally.accepted == 1)
        }
    }

    @Test("is cancelled when the app was deleted, also when another took its id")
    func deleted() async throws {
        try await ThreeServicesBench.run { bench in
            _ = try await bench.register(["platform": "ios", "device_token": .numbered(9)])
            var draft = try Draft.hello()
            draft.app = bench.app.id
            draft.scheduledAt = bench.core.moment.now + 60
            let broadcasts = try await bench.broadcasts()
            let id = try await broadcasts.create(draft).id
            try await bench.apps.delete(bench.app.id)
            _ = try await bench.apps.create(["id": .string(bench.app.id.text), "apns": try Secrets().apns()])
            bench.core.moment.advance(by: 60)
            await broadcasts.advance()
            let ended = try await broadcasts.outcome(of: id)
            #expect(ended.state == .cancelled)
            #expect(ended.why?.contains("atlas") == true)
            #expect(bench.apns.deliveries.isEmpty)
        }
    }
}
