import Foundation
import PushyServer

/// One run of the program, from the words on the command line to the exit code.
struct Program: Sendable {
    let root: Command
    let environment: [String: String]
    let console: Console
    /// The clock of what its commands do.
    var now: @Sendable () -> Date = { Date() }

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
                return await run(command, operands: operands, flags: flags)
            }
            return .success
        } catch {
            console.printNote("\(root.name): \(error.sentence)")
            return error.exitCode
        }
    }

    private func run(_ command: Command, operands: [String], flags: [String: String]) async -> ExitCode {
        var inputs = Inputs(flags: flags, environment: environment, file: nil)
        do {
            if command.readsEnvironmentFile { inputs = try Inputs(flags: flags, environment: environment) }
            let known = root.family.flatMap(\.flags)
            for warning in inputs.strangers(among: known) + inputs.quotedLines(among: known) {
                say(warning, level: .warning, of: command, inputs)
            }
            try await command.run?(Invocation(operands: operands, inputs: inputs, console: console, now: now))
            return .success
        } catch {
            say(error.sentence, level: .error, of: command, inputs)
            return error.exitCode
        }
    }

    /// Says something about a command, in its log where it keeps one for programs.
    private func say(_ sentence: String, level: ServiceReport.Level, of command: Command, _ inputs: Inputs) {
        let format = LogConfiguration.formatSetting
        // A format that cannot be read is complained about where the command reads it.
        if command.flags.contains(format.flag), (try? inputs.optional(format)) == .json {
            Log(format: .json, console: console, now: now)(sentence, level: level)
        } else {
            console.printNote("\(level == .error ? root.name : level.rawValue): \(sentence)")
        }
    }
}
