#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the library writes to its log.
enum LibraryText {
    /// The text of a format and its arguments, as `printf` has them.
    static func text(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            guard let start = buffer.baseAddress, vsnprintf(start, buffer.count, format, arguments) >= 0 else {
                return String(cString: format)
            }
            let text = String(cString: start)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        }
    }
}
