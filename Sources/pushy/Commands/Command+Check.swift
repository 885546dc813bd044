import APNs
import Foundation

extension Command {
    /// `pushy check`
    static let check = Command(
        "check",
        summary: "looks at everything that sending needs, and says what is wrong and the mend",
        details: """
            It reads the p8 key, key ID, team ID and topic, looks at the clock, and connects to both of Apple's hosts with a \
            notification that reaches nobody. Each gets a line: ok, note (worth knowing) or wrong (sending will fail). It ends \
            with status 1 when something is wrong. Nothing is sent to a device and nothing is stored.
            """,
        sections: [.configuration, APNsConfiguration.section],
        examples: [Example(line: "pushy check --env-file pushy.env", purpose: "Look at what the server would use.")]
    ) { invocation throws(Complaint) in
        let configuration = try APNsConfiguration(invocation.inputs)
        let credentials = CredentialsCheck(configuration)
        var findings = credentials.findings + [Finding(clock: Date())]
        let trustFault = Finding(trustOf: configuration)
        if let trustFault { findings.append(trustFault) }
        for finding in findings { invocation.console.printResult("\(finding)") }

        let tokens = credentials.usable.map { ProviderTokenSource(credentials: $0.credentials) }
        for environment in APNsEnvironment.allCases {
            let finding: Finding
            if trustFault == nil, let tokens, let topic = credentials.usable?.topic {
                let client = try configuration.client(of: environment, tokens: tokens)
                let probe = await client.probe(topic: topic)
                await client.shutdown(grace: .zero)
                finding = Finding(probe, of: client.endpoint, in: environment)
            } else {
                let sentence = "It was not asked: mend the lines above first."
                finding = Finding(verdict: .doubtful, subject: environment.rawValue, sentence: sentence)
            }
            invocation.console.printResult("\(finding)")
            findings.append(finding)
        }
        let wrongCount = findings.count { $0.verdict == .wrong }
        guard wrongCount == 0 else {
            throw .failure("\(wrongCount) of \(findings.count) things are wrong: mend them from the top")
        }
    }
}
