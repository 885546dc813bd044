import APNsSimulator
import HTTP2
import PushCrypto
import PushyCore

extension Command {
    /// `pushy simulator`
    static let simulator = Command(
        "simulator",
        summary: "an APNs on this machine that validates as Apple's does, for tests and first steps",
        details: """
            It speaks HTTP/2 over TLS with a certificate of its own, checks in Apple's order what Apple checks, answers with \
            Apple's reasons, and writes down each notification that it accepts. Rules make it fail on demand.

            Point a server at it with PUSHY_APNS_PRODUCTION_URL and PUSHY_APNS_SANDBOX_URL, and let it trust the certificate with \
            PUSHY_APNS_CA_FILE.

            A file of rules is JSON: {"rules": [{"tokenPrefix": "dead", "status": 410, "reason": "Unregistered", "timestamp": \
            1767225600000}]}. Conditions are tokenPrefix, tokenSuffix, connection, after, every, rate and times; effects are reason \
            or status, body, delay (milliseconds), reset, goAway, drop, silence and streamLimit. The first rule that applies counts.
            """,
        sections: [SimulatorFlags.section],
        examples: [
            Example(line: "pushy simulator --log deliveries.jsonl", purpose: "Accept every topic and every key."),
            Example(
                line: "pushy simulator --topic com.example.app --key-file AuthKey_ABC123DEFG.p8 --rules rules.json",
                purpose: "Check the topic and the signature too, and fail as the rules say."
            ),
        ]
    ) { invocation throws(Complaint) in
        let configuration = try SimulatorFlags.configuration(from: invocation.inputs)
        let signals = StopSignals()
        let simulator = APNsSimulator(configuration)
        let endpoint = try await Complaint.wrapping { () throws(SimulatorFailure) in try simulator.start() }
        if let path = configuration.authorityFile {
            invocation.console.printNote("clients trust it with PUSHY_APNS_CA_FILE=\(path)")
        }
        invocation.console.printNote("listening on https://\(endpoint)")
        await signals.wait()
        let counts = simulator.counts
        await simulator.stop()
        invocation.console.printNote(
            "it accepted \(counts.accepted.grouped) notifications and refused \(counts.refused.grouped)"
        )
    }
}
