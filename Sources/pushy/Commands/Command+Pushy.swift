extension Command {
    /// The whole command line.
    static let pushy = Command(
        "pushy",
        summary: "a push notification service that one developer can understand, host and trust",
        details: """
            Your app registers its device; you open /admin in a browser, write a message, see whom it will reach, and send. \
            Devices live in a store on this machine. Notifications go straight to APNs; Android and browsers are reached by FCM \
            and Web Push, once pushy apps has their credentials.

            Commands other than serve work on the store itself, whether the server runs or not. Give each the server's \
            --env-file: without it they look for a store in ./pushy-data, and say so.
            """,
        examples: [
            Example(line: "pushy init", purpose: "Write pushy.env, with fresh keys: the first step."),
            Example(line: "pushy serve --env-file pushy.env", purpose: "Start the server, and open its /admin."),
            Example(line: "pushy check --env-file pushy.env", purpose: "See whether APNs will take what is sent."),
        ],
        subcommands: [.initialise, .serve, .send, .tokens, .apps, .quota, .check, .backup, .restore, .simulator]
    )
}
