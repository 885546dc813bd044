import APNs
import Foundation

/// What a server says to its operator, a line each on standard error.
struct Log: Sendable {
    let format: LogConfiguration.Format
    let console: Console
    let now: @Sendable () -> Date

    /// Says something.
    func callAsFunction(_ message: String) {
        switch format {
        // Whoever keeps a service's lines, such as journald, adds the time.
        case .text: console.printNote(message)
        case .json:
            let line: JSONValue = ["time": .string(now().formatted(.iso8601)), "message": .string(message)]
            console.printNote(String(decoding: line.written(), as: UTF8.self))
        }
    }
}
