import PushyCore
import WorkersKV

extension Command {
    /// `pushy tokens count`
    static let tokensCount = Command(
        "count",
        summary: "how many devices there are: all, pro and free, production, sandbox and unspecified",
        details: """
            A device is unspecified when its app never named an environment; it goes with whichever a broadcast picks.
            """,
        sections: tokenSections + [FlagSection(title: "Output", flags: [asJSON.flag])],
        examples: [Example(line: "pushy tokens count --env-file pushy.env", purpose: "Count the server's devices.")]
    ) { invocation throws(Complaint) in
        let isJSON = try invocation.inputs.optional(asJSON) ?? false
        let counts = try await invocation.withRegistry { registry throws(Complaint) in
            try await Complaint.wrapping { () async throws(KVError) in try await registry.counts() }
        }
        let rows = [
            ("all", counts.all), ("pro", counts.pro), ("free", counts.free), ("production", counts.production),
            ("sandbox", counts.sandbox), ("unspecified", counts.unspecified),
        ]
        if isJSON {
            let members = rows.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ")
            invocation.console.printResult("{\(members)}")
        } else {
            for (name, count) in rows {
                invocation.console.printResult(name + String(repeating: " ", count: 13 - name.count) + "\(count)")
            }
        }
    }

    private static let asJSON = Setting.toggle("json", help: "Print a JSON object, for programs.")
}
