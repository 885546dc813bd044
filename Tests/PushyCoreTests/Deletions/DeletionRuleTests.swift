import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("A 410")
struct DeletionRuleTests {
    private let registered = Date(timeIntervalSince1970: 1_796_014_800)

    @Test("deletes a token that was registered before it")
    func newer() {
        #expect(allows(environment: .production, since: registered + 60, by: .production))
    }

    @Test("keeps a token that was registered again after it")
    func older() {
        #expect(!allows(environment: .production, since: registered - 60, by: .production))
    }

    @Test("keeps a token that may have been registered later in the same second")
    func sameSecond() {
        #expect(!allows(environment: .production, since: registered + 0.999, by: .production))
        #expect(allows(environment: .production, since: registered + 1, by: .production))
    }

    @Test("of the sandbox host keeps a token that never named an environment")
    func unnamed() {
        #expect(!allows(environment: nil, since: registered + 60, by: .sandbox))
        #expect(allows(environment: nil, since: registered + 60, by: .production))
    }

    @Test("of the wrong host keeps a token", arguments: APNsEnvironment.allCases)
    func wrongHost(host: APNsEnvironment) {
        let other: APNsEnvironment = host == .production ? .sandbox : .production
        #expect(!allows(environment: other, since: registered + 60, by: host))
    }

    private func allows(environment: APNsEnvironment?, since: Date, by host: APNsEnvironment) -> Bool {
        let record = TokenRecord(pro: true, environment: environment, at: registered)
        return DeletionRule.allows(deleting: TokenOrigin(record), goneSince: since, by: host)
    }
}
