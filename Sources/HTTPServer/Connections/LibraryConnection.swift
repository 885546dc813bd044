import CMicroHTTPD

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The library's end of a connection.
///
/// - Note: `@unchecked` holds since everything but `resume` is called on the connection's own polling thread, and
///   the library lets any thread resume a connection that is suspended, which it does not free while it is.
struct LibraryConnection: @unchecked Sendable {
    let pointer: OpaquePointer

    /// The socket.
    var descriptor: Int32 { MHDConnectionSocket(pointer) }

    /// The other end.
    var remoteAddress: IPAddress? {
        MHDConnectionAddress(pointer).flatMap { SocketAddress(socketAddress: $0) }?.address
    }

    /// Takes the connection out of its polling thread's loop until ``resume()``.
    func suspend() { MHD_suspend_connection(pointer) }

    /// Has the polling thread go on with a connection that is suspended: once for each suspension.
    func resume() { MHD_resume_connection(pointer) }

    /// Gives the response to the library; false when it takes none at this point.
    func queue(_ response: borrowing LibraryResponse, status: HTTPStatus) -> Bool {
        MHD_queue_response(pointer, UInt32(status.rawValue), response.pointer) == .YES
    }
}
