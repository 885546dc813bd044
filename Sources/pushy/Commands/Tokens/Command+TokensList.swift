import APNs
import Foundation
import PushyCore
import WorkersKV

extension Command {
    /// `pushy tokens list`
    static let tokensList = Command(
        "list",
        summary: "the devices, one a line",
        details: """
            A line has the token, pro or free, the environment or a dash, and the time of registration or a dash, with tabs \
            between them, in the order of the tokens.
            """,
        sections: tokenSections + [
            FlagSection(
                title: "Which",
                flags: [Setting<Audience>.audience.flag, Setting<APNsEnvironment>.environment.flag, lineLimit.flag]
            )
        ],
        examples: [
            Example(
                line: "pushy tokens list --audience pro --limit 10 --env-file pushy.env",
                purpose: "The first ten pro devices."
            )
        ]
    ) { invocation throws(Complaint) in
        let audience = try invocation.inputs.value(.audience)
        let environment = try invocation.inputs.optional(.environment)
        var remaining = try invocation.inputs.optional(lineLimit) ?? .max
        try await invocation.withRegistry { registry throws(Complaint) in
            var cursor: DeviceToken?
            while remaining > 0 {
                let page = try await Complaint.wrapping { () async throws(KVError) in
                    try await registry.list(
                        after: cursor,
                        limit: min(remaining, tokensPerPage),
                        audience: audience,
                        environment: environment
                    )
                }
                for token in page.tokens { invocation.console.printResult(token.line) }
                guard let next = page.cursor else { return }
                cursor = next
                remaining -= page.tokens.count
            }
        }
    }

    private static let lineLimit = Setting.number(
        Flag("limit", .value("N"), help: "At most so many; all without it."),
        in: 1...Int.max,
        of: "devices"
    )

    /// One short read of the store each.
    private static let tokensPerPage = 1000
}

extension RegisteredToken {
    fileprivate var line: String {
        [
            token.hex,
            record.pro ? "pro" : "free",
            record.environment?.rawValue ?? "-",
            record.registered?.formatted(.iso8601) ?? "-",
        ]
        .joined(separator: "\t")
    }
}
