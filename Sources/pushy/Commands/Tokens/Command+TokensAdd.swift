import APNs
import PushyCore
import WorkersKV

extension Command {
    /// `pushy tokens add`
    static let tokensAdd = Command(
        "add",
        summary: "registers a device, as POST /tokens does",
        details: "It prints registered, updated or unchanged. A write counts against the day's budget.",
        operands: [tokenOperand],
        sections: tokenSections + [
            FlagSection(title: "The device", flags: [isPro.flag, ownEnvironment.flag]), BudgetConfiguration.section,
        ],
        examples: [
            Example(
                line:
                    "pushy tokens add 00112233445566778899aabbccddeeff --pro --environment sandbox --env-file pushy.env",
                purpose: "Register a device of your own by hand."
            )
        ]
    ) { invocation throws(Complaint) in
        let token = try DeviceToken(operand: invocation.operands[0])
        let pro = try invocation.inputs.optional(isPro) ?? false
        let environment = try invocation.inputs.optional(ownEnvironment)
        let outcome = try await invocation.withRegistry { registry throws(Complaint) in
            try await Complaint.wrapping { () async throws(KVError) in
                try await registry.register(token, pro: pro, environment: environment)
            }
        }
        invocation.console.printResult(outcome.rawValue)
    }

    /// `pushy tokens remove`
    static let tokensRemove = Command(
        "remove",
        summary: "removes a device, as DELETE /tokens does",
        details:
            "It prints removed, or absent when there was no such device. A removal counts against the day's budget.",
        operands: [tokenOperand],
        sections: tokenSections + [BudgetConfiguration.section],
        examples: [
            Example(
                line: "pushy tokens remove 00112233445566778899aabbccddeeff --env-file pushy.env",
                purpose: "Remove it again."
            )
        ]
    ) { invocation throws(Complaint) in
        let token = try DeviceToken(operand: invocation.operands[0])
        let outcome = try await invocation.withRegistry { registry throws(Complaint) in
            try await Complaint.wrapping { () async throws(KVError) in try await registry.remove(token) }
        }
        invocation.console.printResult(outcome.rawValue)
    }

    private static let isPro = Setting.toggle("pro", help: "The device's owner has the paid version.")
    private static let ownEnvironment = Setting<APNsEnvironment>.choice(
        Flag(
            "environment",
            .value("ENVIRONMENT"),
            help: "production, or sandbox for a debug build; unspecified without it."
        )
    )
}
