import Testing

@testable import PushyCore

@Suite("What a service answers in a broadcast")
struct ServiceCheckTests {
    private let maybe = ServiceOutcome.refused(
        ServiceRefusal(reason: "HTTP 403", sentence: "Mend it.", isCertain: false)
    )
    private let certain = ServiceOutcome.refused(
        ServiceRefusal(reason: "AccountRefused", sentence: "Mend the account.", isCertain: true)
    )
    private let late = ServiceOutcome.late(ServiceOutcome.Delay(reason: "HTTP 503", isOfService: false))

    @Test(
        "is about the app when nobody was accepted and all were refused, and about a device when others were accepted"
    )
    func refusals() {
        var check = ServiceCheck(of: .webPush)
        #expect(check.judge([maybe]) == .serviceRefuses("Mend it."))
        check = ServiceCheck(of: .webPush)
        #expect(check.judge([.accepted, maybe]) == nil)
        #expect(check.judge(Array(repeating: maybe, count: 19)) == nil)
        #expect(check.judge(Array(repeating: maybe, count: 20)) == .serviceRefuses("Mend it."))
        #expect(check.judge([.accepted, certain]) == .serviceRefuses("Mend the account."))
    }

    @Test("proves nothing before enough have answered; then nearly all must not be gone")
    func sanity() {
        var check = ServiceCheck(of: .fcm)
        #expect(check.judge(Array(repeating: .gone(reason: "UNREGISTERED"), count: 19)) == nil)
        #expect(!check.isSane)
        guard case .serviceRefuses = check.judge([.gone(reason: "UNREGISTERED")]) else {
            Issue.record("Twenty dead ones of twenty were taken for an accident.")
            return
        }
        check = ServiceCheck(of: .fcm)
        #expect(check.judge([.accepted] + Array(repeating: .gone(reason: "UNREGISTERED"), count: 19)) == nil)
        #expect(check.isSane)
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
}
