import CMicroHTTPD

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A response as the library has it; freed with this value, which is when the last connection that sends it is done.
struct LibraryResponse: ~Copyable {
    let pointer: OpaquePointer

    /// A response of bytes that are there, which are copied; nil without memory.
    init?(bytes: [UInt8]) {
        guard let copy = malloc(max(bytes.count, 1)) else { return nil }
        bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
        }
        guard let created = MHD_create_response_from_buffer_with_free_callback(bytes.count, copy, { free($0) }) else {
            free(copy)
            return nil
        }
        pointer = created
    }

    /// A response whose bytes the stream hands out as they come.
    init?(stream: ResponseStream) {
        let retained = Unmanaged.passRetained(stream)
        let created = MHD_create_response_from_callback(
            UInt64.max,
            Self.streamBufferByteCount,
            { context, _, buffer, capacity in
                guard let context, let buffer else { return ResponseStream.brokenOff }
                let stream = Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
                return stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
            },
            retained.toOpaque(),
            { context in
                if let context { Unmanaged<ResponseStream>.fromOpaque(context).release() }
            }
        )
        guard let created else {
            retained.release()
            return nil
        }
        pointer = created
    }

    deinit { MHD_destroy_response(pointer) }

    /// Gives the response away: whoever takes the pointer frees it.
    consuming func release() -> OpaquePointer {
        let pointer = pointer
        discard self
        return pointer
    }

    /// Adds a field; false when the library takes no such field.
    func add(_ field: HTTPHeaders.Field) -> Bool {
        field.withCStrings { MHD_add_response_header(pointer, $0, $1) } == .YES
    }

    /// How much of a stream is handed to the socket at once at most.
    private static let streamBufferByteCount = 16_384
}
