import Foundation
import Testing

@testable import APNs

@Suite("An answer of APNs")
struct APNsAnswerTests {
    @Test("of 200 is acceptance, whatever its body")
    func accepted() {
        #expect(APNsAnswer(status: 200, body: []).verdict == .final(.accepted))
    }

    @Test("of 410 has the moment to the millisecond")
    func gone() {
        let answer = APNsAnswer(
            status: 410,
            body: Array(#"{"reason":"Unregistered","timestamp":1700000000123}"#.utf8)
        )
        #expect(
            answer.verdict
                == .final(.gone(reason: "Unregistered", since: Date(timeIntervalSince1970: 1_700_000_000.123)))
        )
    }

    @Test(
        "of 410 without a moment is gone without one",
        arguments: ["", #"{"reason":"Unregistered"}"#, #"{"timestamp":"x"}"#]
    )
    func goneWithoutMoment(body: String) {
        guard case .final(.gone(_, let since)) = APNsAnswer(status: 410, body: Array(body.utf8)).verdict else {
            Issue.record("A 410 is not read as gone.")
            return
        }
        #expect(since == nil)
    }

    @Test(
        "is retried only where that can help",
        arguments: [
            (429, "TooManyRequests", APNsAnswer.Verdict.deviceBusy),
            (429, "TooManyProviderTokenUpdates", .serviceFault),
            (500, "InternalServerError", .serviceFault),
            (503, "ServiceUnavailable", .serviceFault),
            (503, "Shutdown", .serviceFault),
            (403, "ExpiredProviderToken", .tokenExpired),
            (403, "InvalidProviderToken", .final(.rejected(status: 403, reason: "InvalidProviderToken"))),
            (400, "BadDeviceToken", .final(.rejected(status: 400, reason: "BadDeviceToken"))),
            (400, "DeviceTokenNotForTopic", .final(.rejected(status: 400, reason: "DeviceTokenNotForTopic"))),
            (413, "PayloadTooLarge", .final(.rejected(status: 413, reason: "PayloadTooLarge"))),
            (400, "NobodyKnowsThis", .final(.rejected(status: 400, reason: "NobodyKnowsThis"))),
        ]
    )
    func verdicts(status: Int, reason: String, verdict: APNsAnswer.Verdict) {
        #expect(APNsAnswer(status: status, body: Array(#"{"reason":"\#(reason)"}"#.utf8)).verdict == verdict)
    }

    @Test(
        "without a usable reason is known by its status",
        arguments: ["", "<html>Bad Gateway</html>", "[]", #"{"reason":7}"#, #"{"reason":""}"#, #"{"reason":"a\nb"}"#]
    )
    func noReason(body: String) {
        #expect(APNsAnswer(status: 404, body: Array(body.utf8)).reason == "HTTP 404")
    }

    @Test("with a reason as long as a letter is known by its status")
    func longReason() {
        let body = #"{"reason":"\#(String(repeating: "x", count: 65))"}"#
        #expect(APNsAnswer(status: 400, body: Array(body.utf8)).reason == "HTTP 400")
    }

    @Test("may ask to wait some seconds", arguments: [("3", Duration.seconds(3)), ("x", nil), ("-1", nil), (nil, nil)])
    func retryAfter(text: String?, duration: Duration?) {
        #expect(APNsAnswer(status: 503, body: [], retryAfter: text).retryAfter == duration)
    }

    @Test("has advice for every reason that Apple documents")
    func advice() {
        #expect(APNsReason("BadDeviceToken").blame == .device)
        #expect(APNsReason("InvalidProviderToken").blame == .configuration)
        #expect(APNsReason("NobodyKnowsThis").blame == .unknown)
        #expect(APNsReason("ExpiredProviderToken").advice.contains("clock"))
    }
}
