import APNs
import Foundation
import PushyServer

/// What a server says to its operator, a line each on standard error.
struct Log: Sendable {
    let format: LogConfiguration.Format
    let console: Console
    let now: @Sendable () -> Date

    /// Says something; people read from the words how much it matters, programs are told.
    func callAsFunction(_ message: String, level: ServiceReport.Level = .info) {
        switch format {
        // Whoever keeps a service's lines, such as journald, adds the time.
        case .text: console.printNote(message)
        case .json:
            let line: JSONValue = [
                "time": .string(now().formatted(.iso8601)),
                "level": .string(level.rawValue),
                "message": .string(message),
            ]
            console.printNote(String(decoding: line.written(), as: UTF8.self))
        }
    }
}
