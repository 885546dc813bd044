import CMicroHTTPD
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Puts problems in the place of the HTML pages with which the library answers what it cannot read.
///
/// The library has no option for them. But it makes them with a function that it exports, and on ELF systems a
/// program's own definition of such a function comes before the library's, also for the library. Where that is not so
/// (macOS) nothing breaks: the library's page goes out.
enum LibraryErrorPages {
    /// The status that the library said in its log that it is about to answer with, by thread.
    private static let announced = Mutex<[UInt: Int]>([:])

    /// What the library writes to its log, on the same thread, just before it makes a page.
    private static let announcement = "Error processing request (HTTP response code is "

    /// Remembers the status, if the log's line announces a page.
    static func hear(_ text: String) {
        guard text.hasPrefix(announcement), let status = Int(text.dropFirst(announcement.count).prefix(3)) else {
            return
        }
        announced.withLock { $0[thread] = status }
    }

    /// The problem for the page that this thread is about to make; nil when it makes none.
    static func takeProblem() -> HTTPProblem? {
        let status = announced.withLock { $0.removeValue(forKey: thread) }
        return status.map(problem)
    }

    private static var thread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }

    private static func problem(_ code: Int) -> HTTPProblem {
        switch HTTPStatus(rawValue: code) {
        case .uriTooLong?: HTTPProblem(.uriTooLong, "The request target is too long: send a shorter one.")
        case .headersTooLarge?:
            HTTPProblem(.headersTooLarge, "The header is too long: send fewer or shorter fields.")
        case .contentTooLarge?:
            HTTPProblem(.contentTooLarge, "The body, or one chunk of it, is longer than a number can say: send less.")
        case .versionNotSupported?:
            HTTPProblem(.versionNotSupported, "This server speaks HTTP/1.0 and HTTP/1.1: send one of them.")
        case .internalServerError?:
            HTTPProblem(.internalServerError, "The request could not be read: send it again.")
        default:
            HTTPProblem(
                .badRequest,
                "The request is not well-formed HTTP/1.1: check its request line, header fields, Content-Length and "
                    + "chunk sizes."
            )
        }
    }
}

/// The library's own function of this name, as the library itself finds it; see ``LibraryErrorPages``.
///
/// Not for any caller: it is public only because a release build exports nothing else to the library.
@_cdecl("MHD_create_response_from_buffer")
public func _createLibraryResponse(
    _ byteCount: Int,
    _ buffer: UnsafeMutableRawPointer?,
    _ mode: UInt32
) -> OpaquePointer? {
    if let problem = LibraryErrorPages.takeProblem() {
        guard let page = LibraryResponse(bytes: problem.json) else { return nil }
        for field in HTTPResponse(problem).headers { _ = page.add(field) }
        return page.release()
    }
    let copy = [UInt8](UnsafeRawBufferPointer(start: buffer, count: buffer == nil ? 0 : byteCount))
    if mode == MHD_ResponseMemoryMode.RESPMEM_MUST_FREE.rawValue { free(buffer) }
    return LibraryResponse(bytes: copy)?.release()
}
