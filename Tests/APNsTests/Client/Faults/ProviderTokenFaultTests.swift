import APNs
import Testing

@Suite("When APNs holds the provider token for expired, the client")
struct ProviderTokenFaultTests {
    let deliveries: [APNsDelivery]
    let notification: APNsNotification

    init() throws {
        deliveries = try APNsDelivery.samples(200)
        notification = try .sample()
    }

    @Test("makes a new one and sends everything once more, on a new connection")
    func expired() async throws {
        let server = try ScriptedAPNs { session, request in
            // A connection that has seen an expired token refuses every later one too.
            if request.connection == 1 {
                session.answer(request, 403, "ExpiredProviderToken")
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .accepted })
        #expect(Set(server.requests.map(\.authorization)).count == 2)
        let refused = server.requests.first?.authorization
        #expect(server.requests.allSatisfy { $0.connection == 1 || $0.authorization != refused })
        await client.shutdown()
    }

    @Test("whose clock is wrong tries once more and then says so, with two tokens in all")
    func wrongClock() async throws {
        let server = try ScriptedAPNs { $0.answer($1, 403, "ExpiredProviderToken") }
        let client = try server.client()
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .rejected(status: 403, reason: "ExpiredProviderToken") })
        #expect(Set(server.requests.map(\.authorization)).count == 2)
        #expect(server.requests.count <= 400)

        #expect(
            await client.send(notification, to: deliveries[0])
                == .rejected(status: 403, reason: "ExpiredProviderToken")
        )
        #expect(Set(server.requests.map(\.authorization)).count == 2)
        await client.shutdown()
    }

    @Test("shares the new one with the client of the other environment")
    func shared() async throws {
        let refusing = try ScriptedAPNs { session, request in
            if request.number == 0 {
                session.answer(request, 403, "ExpiredProviderToken")
            } else {
                session.accept(request)
            }
        }
        let accepting = try ScriptedAPNs()
        let tokens = try ProviderTokenSource.fresh()
        let first = try refusing.client(tokens: tokens)
        let second = try accepting.client(tokens: tokens)
        #expect(await first.send(notification, to: deliveries[0]) == .accepted)
        #expect(await second.send(notification, to: deliveries[0]) == .accepted)
        #expect(accepting.requests.first?.authorization == refusing.requests.last?.authorization)
        await first.shutdown()
        await second.shutdown()
    }

    @Test("keeps its token when APNs says that it changes too often")
    func tooManyUpdates() async throws {
        let server = try ScriptedAPNs { session, request in
            if request.number == 0 {
                session.answer(request, 429, "TooManyProviderTokenUpdates")
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        #expect(await client.send(notification, to: deliveries[0]) == .accepted)
        #expect(Set(server.requests.map(\.authorization)).count == 1)
        await client.shutdown()
    }
}
