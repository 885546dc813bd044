import PushyCore

extension Command {
    /// `pushy apps create`
    static let appsCreate = Command(
        "create",
        summary: "creates an app and prints its two keys, this once",
        details: """
            The API key, pg_live_…, is for the app's backend: it registers and sends. The client key, pg_app_…, is what the app \
            itself carries: it registers and does nothing else. The store keeps their SHA-256 alone, so write them down now; \
            pushy apps rotate-key makes new ones.

            What it needs to reach its devices is checked now and kept under PUSHY_MASTER_KEY; it can follow with pushy apps \
            change.
            """,
        operands: [appOperand],
        sections: appSections + AppFlags.sections,
        examples: [
            Example(
                line: "pushy apps create my-app --name 'My App' --env-file pushy.env",
                purpose: "Create an app; its credentials can follow."
            ),
            Example(
                line:
                    "pushy apps create my-app --service-account-file service-account.json --vapid-subject mailto:you@example.com --env-file pushy.env",
                purpose: "Create one that reaches Android and browsers from the start."
            ),
        ]
    ) { invocation throws(Complaint) in
        var fields = try AppFlags(invocation.inputs).fields
        fields["id"] = .string(try invocation.app.text)
        let new = try await invocation.withApps { [fields] apps throws(AppFailure) in
            try await apps.create(fields, by: .command)
        }
        invocation.console.printResult(
            """
            Created \(new.app.id). Its keys are shown this once:
            api key     \(new.backendKey.text)
            client key  \(new.clientKey.text)
            """
        )
    }

    /// `pushy apps change`
    static let appsChange = Command(
        "change",
        summary: "changes what is named of an app, and leaves the rest",
        details: """
            A running server goes by it from the next notification on. Of APNs' four, what is not named stays as it is, so that a \
            new key takes no more than --p8-file and --key-id.
            """,
        operands: [appOperand],
        sections: appSections + AppFlags.sections + [FlagSection(title: "Away with", flags: [AppFlags.removed.flag])],
        examples: [
            Example(
                line:
                    "pushy apps change my-app --p8-file AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --env-file pushy.env",
                purpose: "Go over to another key of Apple's; team and bundle ID stay."
            ),
            Example(
                line: "pushy apps change my-app --vapid-subject mailto:you@example.com --env-file pushy.env",
                purpose: "Let browsers subscribe, with a key pair that it makes."
            ),
        ]
    ) { invocation throws(Complaint) in
        let id = try invocation.app
        let fields = try AppFlags(invocation.inputs).fields
        guard !fields.isEmpty else {
            throw .usage("nothing is to be changed: give a flag such as --name, see pushy apps change --help")
        }
        _ = try await invocation.withApps { apps throws(AppFailure) in try await apps.change(id, fields) }
        invocation.console.printResult("Changed \(id).")
    }
}
