import APNs
import Testing

@testable import PushyCore

@Suite("The sanity check")
struct SanityCheckTests {
    @Test(
        "condemns at the first answer about the key, the topic or the notification",
        arguments: ["InvalidProviderToken", "TopicDisallowed", "BadEnvironmentKeyIdInToken", "PayloadTooLarge"]
    )
    func configuration(reason: String) {
        let reason = APNsReason(rawValue: reason)
        #expect(verdict(on: [.rejected(status: 403, reason: reason)]) == .misconfigured(reason))
    }

    @Test(
        "condemns when the first twenty devices are all refused alike",
        arguments: ["BadDeviceToken", "DeviceTokenNotForTopic"]
    )
    func allRefused(reason: String) {
        let refusal = APNsOutcome.rejected(status: 400, reason: APNsReason(rawValue: reason))
        #expect(verdict(on: Array(repeating: refusal, count: 19)) == .open)
        #expect(verdict(on: Array(repeating: refusal, count: 20)) == .misconfigured(APNsReason(rawValue: reason)))
    }

    @Test("condemns when the first twenty devices are all gone")
    func allGone() {
        let gone = APNsOutcome.gone(reason: "Unregistered", since: nil)
        #expect(verdict(on: Array(repeating: gone, count: 20)) == .misconfigured("Unregistered"))
    }

    @Test("finds one stale device in a hundred sane")
    func fewRefused() {
        let outcomes =
            [.rejected(status: 400, reason: "BadDeviceToken")] + Array(repeating: APNsOutcome.accepted, count: 99)
        #expect(verdict(on: outcomes) == .sane)
    }

    @Test("waits for two hundred answers where some of the refused mass was accepted")
    func mixture() {
        let refused = Array(repeating: APNsOutcome.rejected(status: 400, reason: "BadDeviceToken"), count: 190)
        let accepted = Array(repeating: APNsOutcome.accepted, count: 10)
        #expect(verdict(on: accepted + refused.prefix(150)) == .open)
        #expect(verdict(on: accepted + refused) == .misconfigured("BadDeviceToken"))
    }

    @Test("learns nothing from deliveries that failed")
    func failures() {
        #expect(verdict(on: Array(repeating: .failed(.refusedByServer), count: 500)) == .open)
    }

    private func verdict(on outcomes: [APNsOutcome]) -> SanityCheck.Verdict {
        var check = SanityCheck()
        check.observe(outcomes)
        return check.verdict
    }
}
