import APNs
import Foundation
import HTTP2
import Synchronization
import Testing

@Suite("When APNs answers with a fault, the client")
struct AnswerFaultTests {
    let deliveries: [APNsDelivery]
    let notification: APNsNotification

    init() throws {
        deliveries = try APNsDelivery.samples(200)
        notification = try .sample()
    }

    @Test("tries a device that gets too much again later, and lets no other wait for it")
    func tooManyRequests() async throws {
        let busy = deliveries[7].token.hex
        let tries = Atomic<Int>(0)
        let server = try ScriptedAPNs { session, request in
            if request.token == busy, tries.add(1, ordering: .relaxed).newValue <= 2 {
                session.answer(request, 429, "TooManyRequests")
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .accepted })
        #expect(server.requests.count == 202)
        await client.shutdown()
    }

    @Test("gives a device up that always gets too much, with the reason")
    func tooManyRequestsForEver() async throws {
        let server = try ScriptedAPNs { $0.answer($1, 429, "TooManyRequests") }
        let client = try server.client { $0.attemptLimit = 3 }
        #expect(
            await client.send(notification, to: deliveries[0])
                == .failed(.unavailable(status: 429, reason: "TooManyRequests"))
        )
        #expect(server.requests.count == 3)
        await client.shutdown()
    }

    @Test("heeds Retry-After")
    func retryAfter() async throws {
        let server = try ScriptedAPNs { session, request in
            if request.number == 0 {
                session.answer(request, 503, "ServiceUnavailable", fields: [HeaderField("retry-after", "1")])
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        let start = ContinuousClock.now
        #expect(await client.send(notification, to: deliveries[0]) == .accepted)
        #expect(ContinuousClock.now - start >= .seconds(1))
        await client.shutdown()
    }

    @Test("does not wait longer than its patience, whatever the server asks")
    func longRetryAfter() async throws {
        let server = try ScriptedAPNs {
            $0.answer($1, 503, "ServiceUnavailable", fields: [HeaderField("retry-after", "86400")])
        }
        let client = try server.client()
        #expect(
            await client.send(notification, to: deliveries[0])
                == .failed(.unavailable(status: 503, reason: "ServiceUnavailable"))
        )
        await client.shutdown()
    }

    @Test("delivers everything once faults that hit some requests are over", arguments: [500, 503])
    func someFaults(status: Int) async throws {
        let server = try ScriptedAPNs { session, request in
            if request.number < 100, request.number % 4 == 0 {
                session.answer(request, status, "InternalServerError")
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .accepted })
        #expect(server.requests.count == 225)
        await client.shutdown()
    }

    @Test("waits through an outage with few requests, and then delivers everything")
    func outage() async throws {
        let deliveries = try APNsDelivery.samples(2000)
        let window = 100
        let server = try ScriptedAPNs(streamLimit: UInt32(window)) { session, request in
            if request.number < window + 5 {
                session.answer(request, 503, "ServiceUnavailable")
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .accepted })
        // The window that met the outage, five requests that asked whether it is over, and each delivery once.
        #expect(server.requests.count == window + 5 + 2000)
        await client.shutdown()
    }

    @Test("fails what waits, with APNs's own reason, when an outage outlasts its patience")
    func outageForEver() async throws {
        let server = try ScriptedAPNs { $0.answer($1, 503, "Shutdown") }
        let client = try server.client { $0.patience = .milliseconds(150) }
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .unserved(.unavailable(status: 503, reason: "Shutdown")) })
        // Each delivery met the outage at most once; beyond that only the questions whether it is over.
        #expect(server.requests.count < 200 + 40)
        await client.shutdown()
    }

    @Test("does not keep a probe waiting for the end of an outage")
    func probe() async throws {
        let server = try ScriptedAPNs { $0.answer($1, 503, "Shutdown") }
        let client = try server.client()
        #expect(
            await client.probe(topic: try APNsTopic("com.example.app"))
                == .failed(.unavailable(status: 503, reason: "Shutdown"))
        )
        #expect(server.requests.count == 1)
        await client.shutdown()
    }

    @Test("replaces a connection that answers nothing but InternalServerError")
    func wedgedConnection() async throws {
        let server = try ScriptedAPNs { session, request in
            if request.connection == 1 {
                session.answer(request, 500, "InternalServerError")
            } else {
                session.accept(request)
            }
        }
        let client = try server.client()
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.allSatisfy { $0 == .accepted })
        #expect(server.requests.last?.connection == 2)
        await client.shutdown()
    }

    @Test("gives up only the one delivery that APNs cannot process")
    func oneInternalServerError() async throws {
        let cursed = deliveries[7].token.hex
        let server = try ScriptedAPNs { session, request in
            if request.token == cursed {
                session.answer(request, 500, "InternalServerError")
            } else {
                session.accept(request)
            }
        }
        let client = try server.client { $0.attemptLimit = 3 }
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes[7] == .failed(.unavailable(status: 500, reason: "InternalServerError")))
        #expect(outcomes.count { $0 == .accepted } == 199)
        await client.shutdown()
    }

    @Test("gives up the last few that APNs cannot process, however long it would wait for an outage to pass")
    func someInternalServerErrors() async throws {
        let server = try ScriptedAPNs { session, request in
            if request.token.hasSuffix("7") {
                session.answer(request, 503, "ServiceUnavailable")
            } else {
                session.accept(request)
            }
        }
        let client = try server.client { $0.patience = .seconds(3600) }
        let outcomes = await client.send(notification, to: deliveries)
        #expect(outcomes.count { $0 == .accepted } == 187)
        #expect(outcomes[7] == .failed(.unavailable(status: 503, reason: "ServiceUnavailable")))
        #expect(server.requests.count == 187 + 13 * 5)
        await client.shutdown()
    }

    @Test("never retries what was refused for good")
    func permanent() async throws {
        let reasons = [
            (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"), (403, "Forbidden"), (410, "ExpiredToken"),
            (410, "Unregistered"), (413, "PayloadTooLarge"), (403, "InvalidProviderToken"), (400, "NobodyKnowsThis"),
        ]
        let server = try ScriptedAPNs { session, request in
            let (status, reason) = reasons[(Int(request.token, radix: 16) ?? 0) % reasons.count]
            session.answer(request, status, reason)
        }
        let client = try server.client()
        let outcomes = await client.send(notification, to: Array(deliveries[..<reasons.count]))
        for (outcome, (status, reason)) in zip(outcomes, reasons) {
            let reason = APNsReason(rawValue: reason)
            #expect(
                outcome
                    == (status == 410 ? .gone(reason: reason, since: nil) : .rejected(status: status, reason: reason))
            )
        }
        #expect(server.requests.count == reasons.count)
        await client.shutdown()
    }

    @Test("reads an answer that is not JSON, or a megabyte of it", arguments: [20, 1_000_000])
    func strangeBodies(byteCount: Int) async throws {
        let body = "<html>" + String(repeating: "x", count: byteCount)
        let server = try ScriptedAPNs { $0.answer($1, 400, body: body) }
        let client = try server.client()
        let outcomes = await client.send(notification, to: Array(deliveries[..<5]))
        #expect(outcomes.allSatisfy { $0 == .rejected(status: 400, reason: "HTTP 400") })
        await client.shutdown()
    }
}
