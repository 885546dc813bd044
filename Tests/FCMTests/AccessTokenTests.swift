import FCM
import JSON
import PushCrypto
import ServiceStandIns
import Testing

@Suite("An access token")
struct AccessTokenTests {
    @Test("is fetched by one caller for all")
    func once() async throws {
        let bench = try FCMBench()
        #expect(try await bench.sendMany(100) == Array(repeating: FCMBench.accepted, count: 100))
        #expect(bench.service.tokenRequests.count == 1)
    }

    @Test(
        "is replaced five minutes before its end, however the answer writes that",
        arguments: [JSONValue.integer(1_000), .string("1000")]
    )
    func lifetime(json: JSONValue) async throws {
        let bench = try FCMBench()
        bench.service.setTokenLifetime(json)
        _ = try await bench.send()
        bench.clock.advance(699)
        _ = try await bench.send()
        #expect(bench.service.tokenRequests.count == 1)
        // Ten seconds short of its end the old one still serves while the new one is fetched.
        bench.clock.advance(290)
        #expect(try await bench.send() == FCMBench.accepted)
        bench.clock.advance(20)
        #expect(try await bench.send() == FCMBench.accepted)
        #expect(bench.service.tokenRequests.count == 2)
    }

    @Test("is asked for with claims of the moment")
    func freshClaims() async throws {
        let bench = try FCMBench()
        _ = try await bench.send()
        bench.clock.advance(3_600)
        _ = try await bench.send()
        let claims = try bench.service.tokenRequests.map { request in
            let form = String(decoding: request.body, as: UTF8.self)
            let assertion = try #require(form.split(separator: "assertion=").last)
            return try JSONValue(reading: #require(JSONWebToken(String(assertion))).claims)
        }
        #expect(claims.map { $0["iat"] } == [1_800_000_000, 1_800_003_600])
        #expect(claims.map { $0["exp"] } == [1_800_003_600, 1_800_007_200])
    }

    @Test("that FCM refuses is replaced once, by one caller for all, and the message goes again")
    func refused() async throws {
        let bench = try FCMBench()
        _ = try await bench.send()
        bench.service.revokeAccessTokens()
        #expect(try await bench.sendMany(50) == Array(repeating: FCMBench.accepted, count: 50))
        #expect(bench.service.tokenRequests.count == 2)
    }

    @Test("that is refused although it is fresh is not replaced without end")
    func refusedAgain() async throws {
        let bench = try FCMBench()
        bench.service.answerTokenRequests(.json(200, #"{"access_token":"foreign","expires_in":3600}"#))
        #expect(try await bench.send() == .failed(.accessRefused))
        #expect(bench.service.messages.count == 2)
    }

    @Test("is refused to an account that was revoked, which is not asked for again with each message")
    func revokedAccount() async throws {
        let bench = try FCMBench()
        bench.service.answerTokenRequests(
            .json(400, #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#)
        )
        let failure = FCMFailure.account(code: "invalid_grant", words: "Invalid JWT Signature.")
        for _ in 0..<5 { #expect(try await bench.send() == .failed(failure)) }
        #expect(bench.service.tokenRequests.count == 1)
        bench.service.answerTokenRequests(nil)
        bench.clock.advance(10)
        #expect(try await bench.send() == FCMBench.accepted)
    }

    @Test("is to be had later where the endpoint cannot now", arguments: [429, 500, 503])
    func endpointDown(status: Int) async throws {
        let bench = try FCMBench()
        bench.service.answerTokenRequests(.answer(status, fields: [.init("Retry-After", "4")]))
        let failure = FCMFailure.tokenRefused(status: status, after: .seconds(4))
        #expect(try await bench.send() == .failed(failure))
        #expect(failure.isCertainlyUndone)
    }
}
