import Foundation

/// Where a command's words go: results to standard output, everything said about them to standard error.
struct Console: Sendable {
    let printResult: @Sendable (String) -> Void
    let printNote: @Sendable (String) -> Void

    /// The terminal, or whatever stands in its place.
    static let standard = Console(
        printResult: { line in write(line + "\n", to: STDOUT_FILENO) },
        printNote: { line in write(line + "\n", to: STDERR_FILENO) }
    )

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
