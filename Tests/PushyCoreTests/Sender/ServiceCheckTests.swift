import Testing

@testable import PushyCore

@Suite("What a service answers in a broadcast")
struct ServiceCheckTests {
    private let device = Self.refusal("SENDER_ID_MISMATCH", .perhapsDevice)
    private let app = Self.refusal("PERMISSION_DENIED", .app)
    private let account = Self.refusal("AccountRefused", .account)
    private let late = ServiceOutcome.late(ServiceOutcome.Delay(reason: "HTTP 503", isOfService: false))

    private static func refusal(_ reason: String, _ blame: ServiceRefusal.Blame) -> ServiceOutcome {
        .refused(ServiceRefusal(reason: reason, sentence: "Mend \(reason).", blame: blame))
    }

    @Test("is about the app where it says so of everybody, or of many, and always where it is about the account")
    func refusals() {
        var check = ServiceCheck(of: .fcm)
        #expect(check.judge([app]) == .serviceRefuses("Mend PERMISSION_DENIED."))
        check = ServiceCheck(of: .fcm)
        #expect(check.judge([.accepted, app]) == nil)
        #expect(check.judge(Array(repeating: app, count: 19)) == nil)
        #expect(check.judge(Array(repeating: app, count: 20)) == .serviceRefuses("Mend PERMISSION_DENIED."))
        #expect(check.judge([.accepted, account]) == .serviceRefuses("Mend AccountRefused."))
    }

    @Test("is about single devices once somebody was accepted, however many there are next to one another")
    func singleDevices() {
        var check = ServiceCheck(of: .fcm)
        #expect(check.judge([.accepted] + Array(repeating: device, count: 19)) == nil)
        #expect(check.isSane)
        #expect(check.judge(Array(repeating: device, count: 100)) == nil)
        #expect(check.judge(Array(repeating: .gone(reason: "UNREGISTERED"), count: 100)) == nil)
    }

    @Test(
        "is for a sample of all to decide where nobody of the first was accepted",
        arguments: [ServiceOutcome.gone(reason: "UNREGISTERED"), .rejected(reason: "INVALID_ARGUMENT")]
    )
    func sample(outcome: ServiceOutcome) {
        var check = ServiceCheck(of: .fcm)
        #expect(check.judge(Array(repeating: outcome, count: 19)) == nil)
        #expect(check.verdict == .open)
        #expect(check.judge([outcome]) == nil)
        #expect(check.verdict == .suspicious)
        check.beginSample()
        var reached = check
        #expect(check.judge(Array(repeating: outcome, count: 100)) == nil)
        #expect(check.endSample() != nil)
        #expect(reached.judge([.accepted, outcome]) == nil)
        #expect(reached.isSane)
        #expect(reached.endSample() == nil)
    }

    @Test("condemns the app where all of a few devices are refused, and no more are left")
    func few() {
        var check = ServiceCheck(of: .webPush)
        #expect(check.judge([device, device]) == nil)
        #expect(check.end() == .serviceRefuses("Mend SENDER_ID_MISMATCH."))
        check = ServiceCheck(of: .webPush)
        #expect(check.judge([device, .gone(reason: "HTTP 410")]) == nil)
        #expect(check.end() == nil)
    }

    @Test("is an outage when all have to wait for the service, or very many for whatever reason")
    func outages() {
        var check = ServiceCheck(of: .fcm)
        let delay = ServiceOutcome.late(ServiceOutcome.Delay(reason: "UNAVAILABLE", isOfService: true))
        #expect(check.judge([delay, delay]) == .serviceOutage(.fcm, "UNAVAILABLE"))
        #expect(check.judge([delay, .accepted]) == nil)
        #expect(check.judge([late]) == nil)
        #expect(check.judge(Array(repeating: late, count: 20)) == .serviceOutage(.fcm, "HTTP 503"))
    }

    @Test("is a silence when many one after the other gave no answer, on however small pages")
    func silence() {
        var check = ServiceCheck(of: .fcm)
        let failed = Array(repeating: ServiceOutcome.failed(reason: "DeadlineExceeded"), count: 10)
        #expect(check.silence(failed) == nil)
        #expect(check.silence([.accepted] + failed) == nil)
        #expect(check.silence(failed) == nil)
        #expect(check.silence(failed) != nil)
    }
}
