import Foundation
import PushyCore
import WorkersKV

extension Command {
    /// `pushy tokens import`
    static let tokensImport = Command(
        "import",
        summary: "takes tokens over from a file, as wrangler kv bulk writes and takes it",
        details: """
            The file is a JSON array of {"key": "<token>", "value": "<record>"}, as wrangler kv bulk put takes it, or a JSON \
            object of records by token, as wrangler kv bulk get prints it. Expiry and metadata are kept. It may be of any size.

            A record that says {"pro": true} or {"pro": false} is kept to the byte. Others are translated where they are clear: \
            names such as isPro, premium, plan or createdAt, a bare true or false, and metadata instead of a value; what else they \
            hold stays in the record. A token that the app has registered here since is left as it is. Devices of FCM and of \
            browsers come back from what pushy tokens export wrote of them, for this app or another; a browser only where the app has \
            the VAPID key that it subscribed with.

            Each new or changed token is a write of the budget, which refuses the rest when it is spent. How many days that \
            takes is said first; run it again each day, as what is there already costs nothing. --outside-budget takes all of \
            them and counts none.

            What cannot be understood is left out, listed with its place in the file and the reason, and written to a file that \
            can be mended and imported. The command ends with status 1 then.
            """,
        operands: [Operand(placeholder: "FILE", help: "The file to read, or - for standard input.")],
        sections: tokenSections + [
            FlagSection(title: "How", flags: [isDryRun.flag, isOutsideBudget.flag, rejectsPath.flag]),
            FlagSection(title: "Web Push", flags: [ServicesConfiguration.pushHosts.flag]), BudgetConfiguration.section,
        ],
        examples: [
            Example(
                line: "pushy tokens import tokens.json --dry-run --env-file pushy.env",
                purpose: "See first what would come of it."
            ),
            Example(
                line: "pushy tokens import tokens.json --outside-budget --env-file pushy.env",
                purpose: "Move in with many tokens at once."
            ),
        ]
    ) { invocation throws(Complaint) in
        let path = invocation.operands[0]
        let isDryRun = try invocation.inputs.optional(isDryRun) ?? false
        let charge: KVCharge = try invocation.inputs.optional(isOutsideBudget) ?? false ? .exempt : .counted
        let namedPath = try invocation.inputs.optional(rejectsPath)
        let file = try await Complaint.wrapping { () throws(TextFile.Unreadable) in try InputFile(path) }
        let console = invocation.console

        let endpoints = try ServicesConfiguration.endpoints(invocation.inputs)
        try await invocation.withDevices { app, space throws(Complaint) in
            let fileImport = FileImport(
                file: file,
                app: app.id,
                terms: WebTerms(policy: endpoints, of: app),
                devices: space.devices,
                console: console
            )
            var foreseen =
                isDryRun ? Rejects(path: namedPath, console: console) : Rejects(path: nil, console: console.silent)
            let expected = try await fileImport.preview(rejects: &foreseen)
            try await announce(expected, charge, space.registry, console)
            if isDryRun {
                console.printResult("would import \(expected)")
                try foreseen.finish()
                if foreseen.count > 0 { throw leftOut(foreseen.count) }
                return
            }

            var rejects = Rejects(path: namedPath ?? (path == "-" ? nil : path + ".rejects.json"), console: console)
            let summary = try await fileImport.take(charge: charge, rejects: &rejects)
            console.printResult("imported \(summary)")
            try rejects.finish()
            if summary.isBudgetSpent { throw budgetSpent }
            if rejects.count > 0 { throw leftOut(rejects.count) }
        }
    }

    /// Says what the import means for the budget, before it begins.
    private static func announce(
        _ expected: ImportSummary,
        _ charge: KVCharge,
        _ registry: TokenRegistry,
        _ console: Console
    ) async throws(Complaint) {
        guard charge == .counted else {
            return console.printNote("this import stands outside the budget: no write of it is counted or refused")
        }
        let forecast = try await Complaint.wrapping { () async throws(KVError) in
            try await registry.forecast(ofWrites: expected.writes)
        }
        if let forecast, forecast.writes > 0 { console.printNote(forecast.description) }
    }

    private static func leftOut(_ count: Int) -> Complaint {
        .failure(
            count == 1
                ? "1 pair is left out: mend it and import it again"
                : "\(count.grouped) pairs are left out: mend them and import them again"
        )
    }

    private static let budgetSpent = Complaint.failure(
        """
        the budget's writes are spent: run it again when it resets, when what is there already costs nothing, or with \
        --outside-budget
        """
    )

    private static let isDryRun = Setting.toggle("dry-run", help: "Only say what would come of it.")
    private static let isOutsideBudget = Setting.toggle(
        "outside-budget",
        help: "Neither count the writes nor let the budget refuse them."
    )
    private static let rejectsPath = Setting.text(
        Flag(
            "rejects",
            .value("FILE"),
            help: "Where to write what is left out; without it, to FILE.rejects.json, but nowhere with --dry-run."
        )
    )
}
