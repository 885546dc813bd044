extension Command {
    /// `pushy serve`
    static let serve = Command(
        "serve",
        summary: "the server",
        details: """
            It answers the app on /tokens and its owner on /admin, and sends broadcasts. It needs an app key and an admin key; \
            pushy init makes both. Without a configured APNs it runs all the same, and sending says what is missing; pushy check \
            looks at that.

            SIGTERM and SIGINT (Ctrl-C) end it in good order within ten seconds: requests under way are answered, a broadcast \
            goes on from its checkpoint at the next start. A second one ends it at once, which loses nothing that was answered.
            """,
        sections: ServerConfiguration.sections,
        examples: [
            Example(line: "pushy serve --env-file pushy.env", purpose: "Start with what pushy init wrote."),
            Example(
                line: "pushy serve --env-file /etc/pushy.env --data /var/lib/pushy --listen 127.0.0.1:8080",
                purpose: "As a service behind a reverse proxy; add its address as --trusted-proxies 127.0.0.1."
            ),
        ]
    ) { invocation throws(Complaint) in
        let configuration = try ServerConfiguration(invocation.inputs)
        let signals = StopSignals()
        let log = Log(format: configuration.log.format, console: invocation.console, now: invocation.now)
        let server = try await RunningServer(configuration, log: log)
        await signals.wait()
        log("stopping")
        await server.stop()
    }
}
