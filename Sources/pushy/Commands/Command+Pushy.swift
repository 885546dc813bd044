extension Command {
    /// The whole command line.
    static let pushy = Command(
        "pushy",
        summary: "a push notification service that one developer can understand, host and trust",
        details: """
            The app registers its device token with POST /tokens; you open /admin in a browser, write a message, see whom it \
            will reach, and send. Tokens live in a store on this machine, notifications go straight to APNs.

            A first start: pushy init writes keys to pushy.env, pushy serve --env-file pushy.env starts the server.
            """,
        examples: [
            Example(line: "pushy init", purpose: "Make an app key and an admin key, in pushy.env."),
            Example(line: "pushy serve --env-file pushy.env", purpose: "Start the server."),
        ],
        subcommands: [.initialise, .serve, .send, .tokens, .apps, .quota, .check, .backup, .restore, .simulator]
    )
}
