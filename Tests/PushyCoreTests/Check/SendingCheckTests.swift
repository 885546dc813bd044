import Foundation
import PushyCore
import Testing

@Suite("The check of all that sending needs")
struct SendingCheckTests {
    private let key = Finding(verdict: .fine, subject: "key", sentence: "a P-256 private key")
    private let moment = Moment()

    private func check(trustFault: Finding? = nil, probe: SendingCheck.Probe?) -> SendingCheck {
        SendingCheck(
            credentials: [key],
            trustFault: trustFault,
            endpoints: [.production: APNsEnvironment.production.endpoint, .sandbox: APNsEnvironment.sandbox.endpoint],
            probe: probe,
            now: { [moment] in moment.now }
        )
    }

    @Test("looks at the credentials, the clock and both hosts, and tells each finding in that order")
    func order() async {
        var told: [Finding] = []
        let check = check { $0 == .production ? .accepted : .refused(status: 403, reason: "InvalidProviderToken") }
        let findings = await check.run { told.append($0) }
        #expect(findings == told)
        #expect(findings.map(\.subject) == ["key", "clock", "production", "sandbox"])
        #expect(findings.map(\.verdict) == [.fine, .fine, .fine, .wrong])
        #expect(findings[1].sentence == "2026-11-30T05:00:00Z")
    }

    @Test("asks nobody when there is nothing to ask with, or nobody who is trusted")
    func unasked() async {
        let fault = Finding(verdict: .wrong, subject: "CA file", sentence: "It is empty.")
        for check in [check(probe: nil), check(trustFault: fault) { _ in .accepted }] {
            let last = await check.run().suffix(2)
            #expect(last.map(\.verdict) == [.doubtful, .doubtful])
            #expect(last.allSatisfy { $0.sentence == "It was not asked: mend the lines above first." })
        }
    }
}
