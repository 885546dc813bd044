#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The system's words for its error numbers.
enum SystemError {
    static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
