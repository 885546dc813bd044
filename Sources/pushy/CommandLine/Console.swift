import Foundation

/// Where a command's words go: results to standard output, everything said about them to standard error.
struct Console: Sendable {
    let printResult: @Sendable (String) -> Void
    let printNote: @Sendable (String) -> Void

    /// The terminal, or whatever stands in its place.
    static let standard = Console(
        printResult: { line in FileHandle.standardOutput.write(Data((line + "\n").utf8)) },
        printNote: { line in FileHandle.standardError.write(Data((line + "\n").utf8)) }
    )
}
