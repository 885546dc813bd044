import PushyCore

extension Command {
    /// `pushy apps list`
    static let appsList = Command(
        "list",
        summary: "the apps, one a line",
        details: "A line has the id and the name, with a tab between them; the app default comes first.",
        sections: appSections,
        examples: [Example(line: "pushy apps list --env-file pushy.env", purpose: "See which apps there are.")]
    ) { invocation throws(Complaint) in
        let apps = try await invocation.withApps { apps throws(AppFailure) in try await apps.all() }
        for app in apps { invocation.console.printResult("\(app.id)\t\(app.name)") }
    }

    /// `pushy apps show`
    static let appsShow = Command(
        "show",
        summary: "what is known of an app, as JSON and without any secret",
        details:
            "It prints what GET /admin/apps/ID answers: the name, when the app and its keys were made, and which credentials it has.",
        operands: [appOperand],
        sections: appSections,
        examples: [Example(line: "pushy apps show my-app --env-file pushy.env", purpose: "Look at an app.")]
    ) { invocation throws(Complaint) in
        let id = try invocation.app
        let app = try await invocation.withApps { apps throws(AppFailure) in try await apps.app(id) }
        invocation.console.printResult(String(decoding: JSONValue.object(app.json).written(), as: UTF8.self))
    }
}
