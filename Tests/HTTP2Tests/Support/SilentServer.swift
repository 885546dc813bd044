import Dispatch

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A port that the system accepts connections on, and on which nobody ever speaks, or only says one thing.
final class SilentServer {
    let port: UInt16
    private let descriptor: Int32

    struct CannotListen: Error {}

    init(saying words: String? = nil) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout.size(ofValue: address))
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) + listen(descriptor, 8) + getsockname(descriptor, pointer, &size)
            }
        }
        guard result == 0 else { throw CannotListen() }
        port = UInt16(bigEndian: address.sin_port)
        guard let words else { return }
        DispatchQueue.global().async {
            let accepted = accept(descriptor, nil, nil)
            _ = send(accepted, words, words.utf8.count, 0)
            close(accepted)
        }
    }

    deinit {
        close(descriptor)
    }
}
