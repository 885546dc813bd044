import Foundation

/// Where a command's words go: results to standard output, everything said about them to standard error.
struct Console: Sendable {
    let printResult: @Sendable (String) -> Void
    let printNote: @Sendable (String) -> Void
    /// Whether a person looks at the results, and not a program.
    var isTerminal = false
    /// Shows a line in place of the one that it showed last; nothing where that cannot be done.
    var redrawNote: (@Sendable (String) -> Void)?
    /// Asks a question and returns the answer; nothing where nobody is there to answer.
    var ask: (@Sendable (String) -> String?)?
}

extension Console {
    /// The same terminal for a part of the work of which nothing is to be said.
    var silent: Console { Console(printResult: { _ in }, printNote: { _ in }) }

    /// The terminal, or whatever stands in its place.
    static var standard: Console {
        var console = Console(
            printResult: { line in write(line + "\n", to: STDOUT_FILENO) },
            printNote: { line in write(line + "\n", to: STDERR_FILENO) }
        )
        console.isTerminal = isatty(STDOUT_FILENO) == 1
        if isatty(STDERR_FILENO) == 1 {
            // Carriage return, then ECMA-48's "erase in line".
            console.redrawNote = { line in write("\r\u{1b}[K" + line, to: STDERR_FILENO) }
        }
        if isatty(STDIN_FILENO) == 1 {
            console.ask = { question in
                write(question + " ", to: STDERR_FILENO)
                return readLine()
            }
        }
        return console
    }

    /// Writes all of a text. When nobody reads any more there is nobody to tell, and a server must not die of it.
    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in Foundation.write(descriptor, bytes.baseAddress, bytes.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }
}
