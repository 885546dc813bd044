import Foundation
import PushyCore
import WorkersKV

extension Command {
    /// `pushy tokens import`
    static let tokensImport = Command(
        "import",
        summary: "takes tokens over from a file as wrangler kv bulk put takes it",
        details: """
            The file is a JSON array of {"key": "<token>", "value": "<record>"}. Values are kept to the byte, expiry and metadata \
            too. A token that is there already with the same record costs nothing, so that an import which stopped can be run \
            again.

            Each new or changed token is a write of the day's budget, which refuses the rest when it is spent; \
            --outside-budget takes all of them and counts none.

            What cannot be understood is listed with its place in the file and the reason, is left out, and makes the command end \
            with status 1.
            """,
        operands: [Operand(placeholder: "FILE", help: "The file to read, or - for standard input.")],
        sections: storeSections + [
            FlagSection(title: "How", flags: [isDryRun.flag, isOutsideBudget.flag]), BudgetConfiguration.section,
        ],
        examples: [
            Example(line: "pushy tokens import tokens.json --dry-run", purpose: "See first what would come of it."),
            Example(
                line: "pushy tokens import tokens.json --outside-budget",
                purpose: "Move in with many tokens at once."
            ),
        ]
    ) { invocation throws(Complaint) in
        let path = invocation.operands[0]
        let isDryRun = try invocation.inputs.optional(isDryRun) ?? false
        let charge: KVCharge = try invocation.inputs.optional(isOutsideBudget) ?? false ? .exempt : .counted
        var reader = try await bulkReader(of: path)
        try await invocation.withRegistry { registry throws(Complaint) in
            if charge == .exempt, !isDryRun { invocation.console.printNote("this import stands outside the budget") }
            var summary = ImportSummary(isDryRun: isDryRun)
            while !summary.isBudgetSpent, let batch = try await nextBatch(of: &reader) {
                let outcomes = try await Complaint.wrapping { () async throws(KVError) in
                    isDryRun
                        ? try await registry.preview(batch.pairs) : try await registry.take(batch.pairs, charge: charge)
                }
                summary.add(batch, outcomes, report: invocation.console.printNote)
            }
            invocation.console.printResult(summary.description)
            if let complaint = summary.complaint { throw complaint }
        }
    }

    private static func bulkReader(of path: String) async throws(Complaint) -> BulkReader {
        let bytes = try await Complaint.wrapping { () throws(TextFile.Unreadable) in
            try TextFile.bytes(of: path == "-" ? "/dev/stdin" : path)
        }
        return try await Complaint.wrapping { () throws(BulkFault) in try BulkReader(bytes) }
    }

    private static func nextBatch(of reader: inout BulkReader) async throws(Complaint) -> ImportBatch? {
        do {
            return try ImportBatch(from: &reader)
        } catch {
            throw .failure(error.description)
        }
    }

    private static let isDryRun = Setting.toggle("dry-run", help: "Only say what would come of it.")
    private static let isOutsideBudget = Setting.toggle(
        "outside-budget",
        help: "Neither count the writes nor let the budget refuse them."
    )
}
