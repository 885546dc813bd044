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
            """,
        operands: [appOperand],
        sections: storeSections + [FlagSection(title: "The app", flags: [appName.flag])],
        examples: [
            Example(
                line: "pushy apps create my-app --name 'My App' --env-file pushy.env",
                purpose: "Create an app; its credentials can follow."
            )
        ]
    ) { invocation throws(Complaint) in
        var fields = try appFields(invocation.inputs)
        fields["id"] = .string(try invocation.app.text)
        let new = try await invocation.withApps { [fields] apps throws(AppFailure) in try await apps.create(fields) }
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
        details: "A running server goes by it from the next notification on.",
        operands: [appOperand],
        sections: storeSections + [FlagSection(title: "The app", flags: [appName.flag])],
        examples: [Example(line: "pushy apps change my-app --name 'Our App'", purpose: "Give it another name.")]
    ) { invocation throws(Complaint) in
        let id = try invocation.app
        let fields = try appFields(invocation.inputs)
        guard !fields.isEmpty else {
            throw .usage("nothing is to be changed: give a flag such as --name, see pushy apps change --help")
        }
        _ = try await invocation.withApps { apps throws(AppFailure) in try await apps.change(id, fields) }
        invocation.console.printResult("Changed \(id).")
    }

    private static let appName = Setting.text(
        Flag("name", .value("NAME"), help: "What people call the app; its id without it.")
    ).forOneRun

    /// What the flags say of an app, as the API's fields.
    private static func appFields(_ inputs: Inputs) throws(Complaint) -> JSONObject {
        var fields = JSONObject()
        fields["name"] = try inputs.optional(appName).map(JSONValue.string)
        return fields
    }
}
