import APNs
import PushyCore
import WorkersKV

extension Command {
    /// `pushy quota`
    static let quota = Command(
        "quota",
        summary: "what is spent of the Workers KV budget, what stands out and where it leads",
        details: """
            It shows the four budgets, the writes of the last 24 hours, spikes (a rollout, or an app that forgets to \
            deduplicate) and when the writes will be spent at this rate. It works on the store itself, whether the server runs \
            or not; name the server's with the same --env-file or --data, for the plan is one of its settings.

            Reads, lists and saved writes of a running server appear within half a minute, writes and deletes at once.
            """,
        sections: [
            .configuration, DataDirectory.section, BudgetConfiguration.section,
            FlagSection(title: "Output", flags: [quotaAsJSON.flag]),
        ],
        examples: [
            Example(line: "pushy quota --env-file pushy.env", purpose: "See how the day goes."),
            Example(line: "pushy quota plan --users 20000", purpose: "Foresee a release."),
        ],
        subcommands: [.quotaPlan]
    ) { invocation throws(Complaint) in
        let isJSON = try invocation.inputs.optional(quotaAsJSON) ?? false
        let budget = try BudgetConfiguration(invocation.inputs).budget
        let report = try await invocation.withStore(budget: budget) {
            store throws(Complaint) in
            try await Complaint.wrapping { () async throws(KVError) in
                try await Quota(store: store, now: invocation.now).report()
            }
        }
        if isJSON {
            invocation.console.printResult(String(decoding: report.json.written(), as: UTF8.self))
        } else {
            let isDrawn = invocation.console.isTerminal && (invocation.inputs.environment["NO_COLOR"] ?? "").isEmpty
            for line in QuotaText(report: report, style: isDrawn ? .drawn : .plain).lines {
                invocation.console.printResult(line)
            }
        }
    }

    private static let quotaAsJSON = Setting.toggle("json", help: "Print the report as JSON, as GET /admin/quota does.")
}
