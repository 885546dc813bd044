import Synchronization
import Testing

@testable import pushy

@Suite("A command line")
struct ParsingTests {
    /// A small tree with a flag of each shape, which shows what it was told.
    private let root = Command(
        "pushy",
        summary: "a program",
        details: "Something.",
        subcommands: [
            Command(
                "greet",
                summary: "greets",
                details: "Says it.",
                operands: [Command.Operand(placeholder: "NAME", help: "Whom.")],
                sections: [
                    FlagSection(
                        title: "How",
                        flags: [Self.greeting.flag, Self.loudly.flag, Self.times.flag]
                    )
                ]
            ) { invocation throws(Complaint) in
                let inputs = invocation.inputs
                let greeting = try inputs.value(Self.greeting)
                let loudly = try inputs.optional(Self.loudly) ?? false
                let times = try inputs.value(Self.times)
                invocation.console.printResult("\(greeting) \(invocation.operands[0]) \(times) \(loudly)")
            },
            Command(
                "tokens",
                summary: "tokens",
                details: "Tokens.",
                subcommands: [
                    Command("count", summary: "counts", details: "Counts.") { invocation throws(Complaint) in
                        invocation.console.printResult("counted")
                    }
                ]
            ),
        ]
    )

    private static let greeting = Setting.text(
        Flag("greeting", .value("WORD"), default: "hello", help: "What to say.")
    )
    private static let loudly = Setting.toggle("loudly", help: "Shout.")
    private static let times = Setting.number(
        Flag("times", .value("N"), default: "1", help: "How often."),
        in: 1...9,
        of: "times"
    )

    @Test("takes a value after a space and after an equals sign, and flags before and after an operand")
    func values() async {
        #expect(await run("greet", "Ada", "--greeting", "hi", "--times=2", root: root).results == "hi Ada 2 false\n")
        #expect(await run("greet", "--loudly", "--greeting=a=b", "Ada", root: root).results == "a=b Ada 1 true\n")
    }

    @Test("takes everything after -- as it stands")
    func endOfFlags() async {
        #expect(await run("greet", "--", "--loudly", root: root).results == "hello --loudly 1 false\n")
    }

    @Test("goes down to a subcommand")
    func subcommand() async {
        #expect(await run("tokens", "count", root: root).results == "counted\n")
    }

    @Test("can switch a toggle off in words")
    func toggleOff() async {
        let outcome = await run(
            "greet",
            "Ada",
            "--loudly=no",
            root: root,
            environment: ["PUSHY_LOUDLY": "true"]
        )
        #expect(outcome.results == "hello Ada 1 false\n")
    }

    @Test(
        "that is wrong ends with 64 and one line that names the mend",
        arguments: [
            (["greet", "Ada", "--greting", "hi"], "pushy greet has no flag --greting: did you mean --greeting?"),
            (["greet", "Ada", "-greeting"], "pushy greet has no flag -greeting: did you mean --greeting?"),
            (["greet", "Ada", "--xyz"], "pushy greet has no flag --xyz: see pushy greet --help"),
            (["greet", "Ada", "--greeting"], "--greeting needs a value: write --greeting WORD"),
            (["greet", "Ada", "--greeting", "--loudly"], "--greeting needs a value: write --greeting WORD"),
            (["greet", "Ada", "--greeting="], "--greeting is \"\": give it a text"),
            (["greet", "Ada", "--times", "0"], "--times is \"0\": give a number of times, 1 to 9"),
            (["greet", "Ada", "--times", "+3"], "--times is \"+3\": give a number of times, 1 to 9"),
            (["greet", "Ada", "--loudly=perhaps"], "--loudly is \"perhaps\": say true or false"),
            (["greet", "Ada", "--times=1", "--times=2"], "--times is given twice: leave one of them out"),
            (["greet", "Ada", "Bob"], "\"Bob\" is one word too many: see pushy greet --help"),
            (["greet"], "NAME is missing: write pushy greet NAME"),
            (["gret"], "pushy has no command gret: did you mean greet?"),
            (["wave"], "pushy has no command wave: see pushy --help"),
            (["tokens"], "pushy tokens does nothing alone: add one of count"),
            (["tokens", "cuont"], "pushy tokens has no command cuont: did you mean count?"),
            (["--loudly", "greet"], "--loudly stands before the command: write pushy COMMAND --loudly …"),
        ]
    )
    func mistakes(words: [String], sentence: String) async {
        let notes = Mutex("")
        let console = Console(printResult: { _ in }, printNote: { line in notes.withLock { $0 += line + "\n" } })
        let exitCode = await Program(root: root, environment: [:], console: console).run(words)
        #expect(exitCode == .usage)
        #expect(notes.withLock { $0 } == "pushy: \(sentence)\n")
    }

    @Test("asks for the same help page in three ways")
    func help() async {
        let page = await run("greet", "--help", root: root)
        #expect(page.exitCode == .success)
        #expect(page.results.hasPrefix("pushy greet: greets\n\nUsage: pushy greet NAME [flags]\n"))
        #expect(await run("help", "greet", root: root).results == page.results)
        #expect(await run("greet", "Ada", "-h", root: root).results == page.results)
    }

    @Test("shows a flag with its variable, its default and its sentence")
    func helpOfFlag() async {
        let page = await run("greet", "--help", root: root).results
        #expect(page.contains("  --greeting WORD   [PUSHY_GREETING; default hello]\n      What to say.\n"))
    }

    @Test("alone, and with --help, shows what there is")
    func overview() async {
        let page = await run(root: root)
        #expect(page.results.contains("Commands\n  greet    greets\n  tokens   tokens\n"))
        #expect(await run("--help", root: root).results == page.results)
        #expect(await run("tokens", "--help", root: root).results.contains("Usage: pushy tokens COMMAND"))
    }

    @Test("asks for the version")
    func version() async {
        #expect(await run("--version", root: root).results == "pushy \(Program.version)\n")
    }
}
