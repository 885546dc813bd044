import APNs
import Foundation
import PushyCore

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
        let credentials = configuration.credentialsCheck
        let trustFault = Finding(trustOf: configuration)
        var clients: [APNsEnvironment: APNsClient] = [:]
        if trustFault == nil { clients = try configuration.clients(of: credentials) }
        let check = SendingCheck(
            credentials: credentials.findings,
            trustFault: trustFault,
            endpoints: configuration.endpoints,
            probe: Command.probe(clients, topic: credentials.usable?.topic)
        )
        let findings = await check.run { invocation.console.printResult("\($0)") }
        for client in clients.values { await client.shutdown(grace: .zero) }
        let wrongCount = findings.count { $0.verdict == .wrong }
        guard wrongCount == 0 else {
            throw .failure("\(wrongCount) of \(findings.count) things are wrong: mend them from the top")
        }
    }
}

extension Command {
    /// Asks through clients of its own; nil when nothing can be asked.
    private static func probe(_ clients: [APNsEnvironment: APNsClient], topic: APNsTopic?) -> SendingCheck.Probe? {
        guard let topic else { return nil }
        return { environment in
            guard let client = clients[environment] else { return .failed(.shutDown) }
            return await client.probe(topic: topic)
        }
    }
}
