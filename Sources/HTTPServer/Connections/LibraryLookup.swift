import CMicroHTTPD

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Keeps a `Content-Length` that is no number of bytes from the library.
///
/// The library (0.9.75) answers such a request with two headers, one behind the other: it queues its own page, and
/// then goes on as if it had not. So it is shown no length, and the request, whose header is refused in
/// ``HeaderReader``, is answered and closed as any other. It looks fields up with a function that it exports, which is
/// replaced as in ``LibraryErrorPages``; where that cannot be (macOS), the library's answer goes out.
enum LibraryLookup {
    typealias Function =
        @convention(c) (
            OpaquePointer?, UInt32, UnsafePointer<CChar>?, Int, UnsafeMutablePointer<UnsafePointer<CChar>?>?,
            UnsafeMutablePointer<Int>?
        ) -> UInt32

    /// The library's own function: the next of its name after the program's.
    static let original: Function? = {
        let next = UnsafeMutableRawPointer(bitPattern: -1)  // RTLD_NEXT, a macro that Swift does not see.
        return dlsym(next, "MHD_lookup_connection_value_n").map { unsafeBitCast($0, to: Function.self) }
    }()

    /// The number that a `Content-Length` says; nil when it is not digits alone, or too large.
    static func length(_ value: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !value.isEmpty else { return nil }
        var length = 0
        for byte in value {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (product, isTooLarge) = length.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeYet) = product.addingReportingOverflow(Int(byte - 0x30))
            guard !isTooLarge, !isTooLargeYet else { return nil }
            length = sum
        }
        return length
    }

    /// Whether the field is one that the library must not see.
    static func hides(
        _ name: UnsafePointer<CChar>?,
        _ nameByteCount: Int,
        value: UnsafePointer<CChar>?,
        _ valueByteCount: Int
    ) -> Bool {
        guard nameByteCount == 14, let name, strncasecmp(name, "Content-Length", 14) == 0 else { return false }
        let bytes = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueByteCount)
        return bytes.withMemoryRebound(to: UInt8.self) { length($0.withoutBlanksAtEnd) == nil }
    }

    /// How much of a value the library sees: of a length, no blanks behind it.
    static func shownByteCount(_ nameByteCount: Int, value: UnsafePointer<CChar>?, _ valueByteCount: Int) -> Int {
        guard nameByteCount == 14 else { return valueByteCount }
        let bytes = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueByteCount)
        return bytes.withMemoryRebound(to: UInt8.self) { $0.withoutBlanksAtEnd.count }
    }
}

/// The library's own function of this name, as the library itself finds it; see ``LibraryLookup``.
///
/// Not for any caller: it is public only because a release build exports nothing else to the library.
@_cdecl("MHD_lookup_connection_value_n")
public func _lookUpLibraryValue(
    _ connection: OpaquePointer?,
    _ kind: UInt32,
    _ name: UnsafePointer<CChar>?,
    _ nameByteCount: Int,
    _ value: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    _ valueByteCount: UnsafeMutablePointer<Int>?
) -> UInt32 {
    var found: UnsafePointer<CChar>?
    var foundByteCount = 0
    guard let original = LibraryLookup.original,
        original(connection, kind, name, nameByteCount, &found, &foundByteCount) == MHD_Result.YES.rawValue,
        !LibraryLookup.hides(name, nameByteCount, value: found, foundByteCount)
    else { return MHD_Result.NO.rawValue }
    value?.pointee = found
    valueByteCount?.pointee = LibraryLookup.shownByteCount(nameByteCount, value: found, foundByteCount)
    return MHD_Result.YES.rawValue
}
