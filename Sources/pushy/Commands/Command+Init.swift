import Foundation

extension Command {
    /// `pushy init`
    static let initialise = Command(
        "init",
        summary: "writes a new env file with a fresh app key, admin key and master key",
        details: """
            The file is readable by you alone and holds, in comments, what is left to fill in for APNs and what else can be set. \
            A file that exists is never touched.
            """,
        sections: [FlagSection(title: "Where to", flags: [newEnvironmentFile.flag])],
        examples: [
            Example(line: "pushy init", purpose: "Write pushy.env here."),
            Example(line: "pushy init --env-file /etc/pushy.env", purpose: "Write it where a service would look."),
        ]
    ) { invocation throws(Complaint) in
        let path = try invocation.inputs.value(newEnvironmentFile)
        try FreshEnvironmentFile(keys: .random()).write(to: path)
        invocation.console.printResult(
            """
            Wrote \(path) with new keys; keep it to yourself.
            Next: pushy serve --env-file \(path)
            """
        )
    }

    /// The same name as the flag that reads such a file, and here it is the file that comes into being.
    private static let newEnvironmentFile = Setting.text(
        Flag("env-file", .value("PATH"), default: "pushy.env", help: "The file to write; it must not exist yet.")
    )
}
