#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A numeric address and a port, of either family, as the system's calls take it.
struct SocketAddress: Sendable {
    private let storage: sockaddr_storage
    private let byteCount: socklen_t

    init(_ address: UnsafePointer<sockaddr>, byteCount: socklen_t) {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { target in
            target.copyMemory(from: UnsafeRawBufferPointer(start: address, count: min(Int(byteCount), target.count)))
        }
        self.storage = storage
        self.byteCount = byteCount
    }

    /// The address that a listening descriptor was bound to.
    init?(boundTo descriptor: Int32) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout.size(ofValue: storage))
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard result == 0 else { return nil }
        self.storage = storage
        byteCount = size
    }

    var family: Int32 { Int32(storage.ss_family) }

    var port: UInt16 {
        withUnsafeBytes(of: storage) { bytes in
            // The port stands at the same place in sockaddr_in and sockaddr_in6, in network order.
            UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, byteCount) }
        }
    }
}
