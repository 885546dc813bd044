import PushyCore

extension Command {
    /// `pushy apps delete`
    static let appsDelete = Command(
        "delete",
        summary: "deletes an app with its keys, its devices and all that is kept of them",
        details: """
            Nothing brings them back but a backup. No budget is charged. Without --yes it asks first, and does nothing where \
            nobody can answer.
            """,
        operands: [appOperand],
        sections: appSections + [FlagSection(title: "How", flags: [isAgreed.flag])],
        examples: [Example(line: "pushy apps delete my-app --env-file pushy.env", purpose: "Give an app up.")]
    ) { invocation throws(Complaint) in
        let id = try invocation.app
        if try invocation.inputs.optional(isAgreed) != true {
            let answer = invocation.console.ask?("Delete \(id) with all its devices? Type its id to go on:")
            guard answer == id.text else {
                throw .failure("nothing was deleted: type the id when asked, or add --yes")
            }
        }
        try await invocation.withApps { apps throws(AppFailure) in try await apps.delete(id) }
        invocation.console.printResult("Deleted \(id).")
    }

    private static let isAgreed = Setting.toggle("yes", help: "Delete without asking.").forOneRun

    /// `pushy apps rotate-key`
    static let appsRotateKey = Command(
        "rotate-key",
        summary: "gives an app a new key and prints it, this once",
        details:
            "The former key is dead at once. The client key of the app default is PUSHY_APP_KEY, and changes there.",
        operands: [appOperand],
        sections: appSections + [FlagSection(title: "Which", flags: [keyKind.flag])],
        examples: [
            Example(
                line: "pushy apps rotate-key my-app --env-file pushy.env",
                purpose: "A new pg_live_… for the backend."
            ),
            Example(
                line: "pushy apps rotate-key my-app --key client --env-file pushy.env",
                purpose: "A new pg_app_… for the next release."
            ),
        ]
    ) { invocation throws(Complaint) in
        let id = try invocation.app
        let kind = try invocation.inputs.value(keyKind)
        let key = try await invocation.withApps { apps throws(AppFailure) in
            try await apps.rotateKey(of: id, for: kind == .api ? .backend : .client, by: .command)
        }
        invocation.console.printResult(key.text)
    }

    private enum KeyKind: String, CaseIterable {
        case api, client
    }

    private static let keyKind = Setting<KeyKind>.choice(
        Flag("key", .value("KEY"), default: "api", help: "api, the backend's, or client, the app's own.")
    ).forOneRun
}
