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

    @Test("is suspicious when nine of the first ten devices, of twenty or more, are refused", arguments: [19, 18])
    func suspicious(refused: Int) {
        let answers = refusals(refused) + Array(repeating: APNsOutcome.accepted, count: 20 - refused)
        #expect(verdict(on: answers.dropLast()) == .open)
        #expect(verdict(on: answers) == .suspicious)
    }

    @Test("condemns when all of a sample are refused as well", arguments: ["BadDeviceToken", "DeviceTokenNotForTopic"])
    func allRefused(reason: String) {
        #expect(
            verdict(on: refusals(100, reason), sample: refusals(100, reason))
                == .misconfigured(APNsReason(rawValue: reason))
        )
    }

    @Test("condemns when the first devices are all gone, and there are hardly others")
    func allGone() {
        let gone = APNsOutcome.gone(reason: "Unregistered", since: nil)
        #expect(verdict(on: Array(repeating: gone, count: 20), sample: []) == .misconfigured("Unregistered"))
        #expect(
            verdict(on: Array(repeating: gone, count: 20), sample: Array(repeating: gone, count: 19))
                == .misconfigured("Unregistered")
        )
    }

    @Test("finds a configuration sane by which some of a sample are reached")
    func sample() {
        let sample = refusals(97) + Array(repeating: APNsOutcome.accepted, count: 3)
        #expect(verdict(on: refusals(100), sample: sample) == .sane)
    }

    @Test("condemns when more of a sample would be deleted than are reached")
    func goneSample() {
        let gone = Array(repeating: APNsOutcome.gone(reason: "Unregistered", since: nil), count: 96)
        let sample = gone + Array(repeating: APNsOutcome.accepted, count: 4)
        #expect(verdict(on: refusals(100), sample: sample) == .misconfigured("Unregistered"))
    }

    @Test("counts the first devices as well where a sample is too small")
    func smallSample() {
        let few = Array(repeating: APNsOutcome.accepted, count: 5)
        #expect(verdict(on: refusals(20), sample: few) == .sane)
        #expect(verdict(on: refusals(100), sample: []) == .misconfigured("BadDeviceToken"))
    }

    @Test("finds one stale device in a hundred sane")
    func fewRefused() {
        let outcomes =
            [.rejected(status: 400, reason: "BadDeviceToken")] + Array(repeating: APNsOutcome.accepted, count: 99)
        #expect(verdict(on: outcomes) == .sane)
    }

    @Test("learns nothing from deliveries that failed")
    func failures() {
        #expect(verdict(on: Array(repeating: .failed(.refusedByServer), count: 500)) == .open)
    }

    private func refusals(_ count: Int, _ reason: String = "BadDeviceToken") -> [APNsOutcome] {
        Array(repeating: .rejected(status: 400, reason: APNsReason(rawValue: reason)), count: count)
    }

    private func verdict(on outcomes: some Sequence<APNsOutcome>) -> SanityCheck.Verdict {
        var check = SanityCheck()
        check.observe(outcomes)
        return check.verdict
    }

    private func verdict(on first: [APNsOutcome], sample: [APNsOutcome]) -> SanityCheck.Verdict {
        var check = SanityCheck()
        check.observe(first)
        check.beginSample()
        check.observe(sample)
        check.endSample()
        return check.verdict
    }
}
