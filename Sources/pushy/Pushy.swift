import Foundation

@main
enum Pushy {
    static func main() async {
        let program = Program(
            root: .pushy,
            environment: ProcessInfo.processInfo.environment,
            console: .standard
        )
        exit(await program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }
}
