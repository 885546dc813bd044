import Foundation
import PushyCore
import Testing

@Suite("A finding")
struct FindingTests {
    private func finding(_ probe: APNsProbe) -> Finding {
        Finding(probe, of: APNsEnvironment.sandbox.endpoint, in: .sandbox)
    }

    @Test("about a connection says what APNs said, and what to do")
    func connection() {
        #expect(
            finding(.accepted).description
                == "ok     sandbox     https://api.sandbox.push.apple.com accepts key, team and topic"
        )
        let refused = finding(.refused(status: 403, reason: "InvalidProviderToken"))
        #expect(refused.verdict == .wrong)
        #expect(refused.sentence.contains("answers 403 InvalidProviderToken. Apple does not accept the signature."))
        #expect(
            finding(.failed(.notReachable("Nobody listens."))).sentence.hasSuffix("push.apple.com: Nobody listens.")
        )
    }

    @Test("about the clock is wrong when that cannot be the time")
    func clock() {
        #expect(Finding(clock: Date(timeIntervalSince1970: 0)).verdict == .wrong)
        #expect(Finding(clock: Date(timeIntervalSince1970: 1_796_000_000)).sentence == "2026-11-30T00:53:20Z")
    }
}
