import HTTPClient
import JSON
import ServiceStandIns
import Testing

@testable import FCM

@Suite("What FCM answers")
struct FCMOutcomeTests {
    @Test("is a message's name, where it took it")
    func accepted() async throws {
        let bench = try FCMBench()
        #expect(try await bench.send() == FCMBench.accepted)
        #expect(bench.service.messages == [["message": ["token": "a-device", "notification": ["title": "Hello"]]]])
    }

    @Test("comes to a trial as well, which says that it is one")
    func trial() async throws {
        let bench = try FCMBench()
        let outcome = await bench.client.validate(try FCMMessage(JSONObject()), for: .topic("news"))
        #expect(bench.service.messages == [["validateOnly": true, "message": ["topic": "news"]]])
        guard case .rejected = outcome else {
            Issue.record("the stand-in takes tokens alone")
            return
        }
    }

    @Test(
        "means that a token is dead only where the fault is the token",
        arguments: [
            (FCMFault.unregistered, FCMErrorCode.unregistered), (.badToken, .invalidArgument),
            (.badTokenByViolation, .invalidArgument),
        ]
    )
    func gone(fault: FCMFault, code: FCMErrorCode) async throws {
        #expect(try await outcome(of: fault) == .gone(code))
    }

    @Test(
        "is a refusal where message, project or Firebase are at fault, or nobody can tell",
        arguments: [
            (FCMFault.badPayload, 400, FCMErrorCode.invalidArgument), (.senderIDMismatch, 403, .senderIDMismatch),
            (.thirdPartyAuthError, 401, .thirdPartyAuthError),
            (.statusWithoutCode, 404, FCMErrorCode(rawValue: "NOT_FOUND")),
            (.notFoundPage, 404, FCMErrorCode(rawValue: "HTTP 404")),
        ]
    )
    func rejected(fault: FCMFault, status: Int, code: FCMErrorCode) async throws {
        guard case .rejected(let rejection) = try await outcome(of: fault) else {
            Issue.record("it was not refused")
            return
        }
        #expect(rejection.status == status)
        #expect(rejection.code == code)
    }

    @Test(
        "is a request to wait, as long as FCM says, or as its documentation does",
        arguments: [
            (FCMFault.quotaExceeded, FCMErrorCode.quotaExceeded, 60), (.quotaExceededForAWhile, .quotaExceeded, 17),
            (.unavailable, .unavailable, 10), (.unavailableForAWhile, .unavailable, 3),
            (.internalError, .internalError, 10), (.badGatewayPage, FCMErrorCode(rawValue: "HTTP 502"), 10),
        ]
    )
    func later(fault: FCMFault, code: FCMErrorCode, seconds: Int) async throws {
        #expect(try await outcome(of: fault) == .later(code, after: .seconds(seconds)))
    }

    @Test(
        "is counted by a name, and by the status where a server says anything else in its place",
        arguments: ["a <b>whole</b> sentence", "A\nB", "unregistered", "", String(repeating: "A", count: 65)]
    )
    func noName(code: String) {
        let type: JSONValue = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
        let body: JSONValue = [
            "error": ["status": .string(code), "details": [["@type": type, "errorCode": .string(code)]]]
        ]
        guard case .rejected(let rejection) = FCMAnswer(ClientResponse(status: 400, body: body.written())).outcome
        else {
            Issue.record("it was not refused")
            return
        }
        #expect(rejection.code.rawValue == "HTTP 400")
    }

    @Test("is shown as one line of no great length")
    func words() {
        let body: JSONValue = ["error": ["message": .string("a\r\nb\u{202e}" + String(repeating: "c", count: 400))]]
        guard case .rejected(let rejection) = FCMAnswer(ClientResponse(status: 400, body: body.written())).outcome
        else {
            Issue.record("it was not refused")
            return
        }
        #expect(rejection.message == "a  b " + String(repeating: "c", count: 295))
    }

    @Test("is missing where the connection broke, and nothing is sent twice")
    func lost() async throws {
        let bench = try FCMBench()
        _ = try await bench.send()
        bench.service.fail("a-device", .cut)
        guard case .failed(.transport(.connectionLost)) = try await bench.send() else {
            Issue.record("the connection was not lost")
            return
        }
        #expect(bench.service.messages.count == 2)
    }

    private func outcome(of fault: FCMFault) async throws -> FCMOutcome {
        let bench = try FCMBench()
        bench.service.fail("a-device", fault)
        let outcome = try await bench.send()
        // Neither fault is the access token's, and nothing was tried twice.
        #expect(bench.service.messages.count == 1)
        #expect(bench.service.tokenRequests.count == 1)
        return outcome
    }
}
