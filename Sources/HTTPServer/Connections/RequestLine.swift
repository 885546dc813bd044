#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the library says of a request line: pointers into its buffer, which live as long as the call.
struct RequestLine {
    let method: UnsafePointer<CChar>
    let target: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>

    /// The bytes between the method and the version, whatever they are.
    var targetByteCount: Int { UnsafeRawPointer(version) - UnsafeRawPointer(target) - 1 }

    /// Where the first header field begins: after the version, whose CR and LF the library has made NUL.
    var end: UnsafeRawPointer { UnsafeRawPointer(version) + strlen(version) + 2 }

    /// Whether the client speaks HTTP/1.1 or a later 1.x.
    var isVersion11: Bool { String(cString: version) != "HTTP/1.0" }
}
