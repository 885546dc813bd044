import APNs
import Foundation

/// Looks at everything that sending needs, and says of each what is wrong and the mend: what `pushy check` prints, and
/// what the owner's page of keys shows.
public struct SendingCheck: Sendable {
    /// Asks the APNs of an environment about key, team and topic.
    public typealias Probe = @Sendable (APNsEnvironment) async -> APNsProbe

    private let credentials: [Finding]
    private let trustFault: Finding?
    private let endpoints: [APNsEnvironment: APNsEndpoint]
    private let probe: Probe?
    private let now: @Sendable () -> Date

    /// Takes what is to be looked at.
    ///
    /// - Parameters:
    ///   - credentials: What was found of key, key ID, team ID and topic.
    ///   - trustFault: What is wrong with the certificates that are trusted; nil when nothing is.
    ///   - endpoints: Where the APNs of each environment is.
    ///   - probe: How to ask it; nil when there is nothing to ask with.
    ///   - now: The clock that is looked at.
    public init(
        credentials: [Finding],
        trustFault: Finding? = nil,
        endpoints: [APNsEnvironment: APNsEndpoint],
        probe: Probe?,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.credentials = credentials
        self.trustFault = trustFault
        self.endpoints = endpoints
        self.probe = probe
        self.now = now
    }

    /// Looks, and tells each finding as soon as it is there. Nothing reaches a device, and nothing is stored.
    ///
    /// - Returns: all of them, in the order in which they were told.
    @discardableResult
    public func run(telling tell: (Finding) -> Void = { _ in }) async -> [Finding] {
        var findings = credentials + [Finding(clock: now())] + [trustFault].compactMap { $0 }
        for finding in findings { tell(finding) }
        for environment in APNsEnvironment.allCases {
            let finding = await look(at: environment)
            tell(finding)
            findings.append(finding)
        }
        return findings
    }

    private func look(at environment: APNsEnvironment) async -> Finding {
        guard trustFault == nil, let probe else {
            let sentence = "It was not asked: mend the lines above first."
            return Finding(verdict: .doubtful, subject: environment.rawValue, sentence: sentence)
        }
        let endpoint = endpoints[environment] ?? environment.endpoint
        return Finding(await probe(environment), of: endpoint, in: environment)
    }
}
