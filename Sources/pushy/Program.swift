/// One run of the program, from the words on the command line to the exit code.
struct Program: Sendable {
    let root: Command
    let environment: [String: String]
    let console: Console

    static let version = "0.1.0"

    /// Carries out what the words ask for; whatever goes wrong ends as one line on standard error.
    func run(_ words: [String]) async -> ExitCode {
        do {
            switch try ParsedLine(words, root: root) {
            case .help(let command, let path):
                console.printResult(HelpPage(command: command, path: path).text)
            case .version:
                console.printResult("\(root.name) \(Self.version)")
            case .run(let command, let operands, let flags):
                try await run(command, operands: operands, flags: flags)
            }
            return .success
        } catch {
            console.printNote("\(root.name): \(error.sentence)")
            return error.exitCode
        }
    }

    private func run(
        _ command: Command,
        operands: [String],
        flags: [String: String]
    ) async throws(Complaint) {
        let inputs =
            command.readsEnvironmentFile
            ? try Inputs(flags: flags, environment: environment)
            : Inputs(flags: flags, environment: environment, file: nil)
        let known = root.family.flatMap(\.flags)
        for warning in inputs.strangers(among: known) + inputs.quotedLines(among: known) {
            console.printNote("warning: \(warning)")
        }
        try await command.run?(Invocation(operands: operands, inputs: inputs, console: console))
    }
}
