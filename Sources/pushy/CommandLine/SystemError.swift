import Foundation

/// A code that the system left in `errno`.
struct SystemError: Error, Hashable, Sendable {
    let code: Int32

    /// The code of the call that just failed.
    static var last: SystemError { SystemError(code: errno) }

    /// In the system's few words: "Permission denied".
    var text: String { String(cString: strerror(code)) }
}
