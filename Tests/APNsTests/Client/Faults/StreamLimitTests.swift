import APNs
import HTTP2
import Testing

@Suite("The server's stream limit")
struct StreamLimitTests {
    @Test("is followed as it falls to 1 and rises again")
    func fallsAndRises() async throws {
        let server = try ScriptedAPNs(streamLimit: 50) { session, request in
            if request.number == 100 { session.setStreamLimit(1) }
            if request.number == 200 { session.setStreamLimit(50) }
            session.accept(request)
        }
        let client = try server.client()
        let outcomes = await client.send(try .sample(), to: try APNsDelivery.samples(400))
        #expect(outcomes == Array(repeating: .accepted, count: 400))
        #expect(server.requests.count == 400)
        await client.shutdown()
    }

    @Test("of 0 makes the client wait, and the next one go on")
    func zero() async throws {
        let server = try ScriptedAPNs(streamLimit: 1) { session, request in
            if request.number == 0 {
                session.setStreamLimit(0)
                let session = LoopBound(session, on: session.loop)
                session.loop.execute { session.value.setStreamLimit(10) }
            }
            session.accept(request)
        }
        let client = try server.client()
        let outcomes = await client.send(try .sample(), to: try APNsDelivery.samples(50))
        #expect(outcomes == Array(repeating: .accepted, count: 50))
        await client.shutdown()
    }

    @Test("of 1 from the start, as APNs sets it before it has seen a provider token, becomes the real one")
    func oneAtFirst() async throws {
        let server = try ScriptedAPNs(streamLimit: 1) { session, request in
            if request.number == 0 { session.setStreamLimit(1000) }
            session.accept(request)
        }
        let client = try server.client()
        let outcomes = await client.send(try .sample(), to: try APNsDelivery.samples(500))
        #expect(outcomes == Array(repeating: .accepted, count: 500))
        #expect(await client.statistics().window == 1000)
        await client.shutdown()
    }

    @Test("is used to the full, and the client's own bound is kept")
    func used() async throws {
        let held = HeldAnswers()
        let server = try ScriptedAPNs(streamLimit: 2000) { held.hold($0, $1) }
        let client = try server.client { $0.streamLimit = 300 }
        async let outcomes = client.send(try .sample(), to: try APNsDelivery.samples(1000))
        await held.wait(for: 300)
        #expect(await client.statistics().inFlight == 300)
        #expect(await client.statistics().waiting == 700)
        held.release()
        #expect(try await outcomes.count { $0 == .accepted } == 1000)
        await client.shutdown()
    }
}
