import Foundation
import HTTP2
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where accepted notifications are written down: a file of JSON lines, and the first so many in memory.
final class DeliveryLog: Sendable {
    private let descriptor: Int32?
    private let limit: Int
    private let remembered = Mutex<[Delivery]>([])
    private let isFull = Atomic<Bool>(false)

    init(file path: String?, remembering limit: Int) throws(SimulatorFailure) {
        self.limit = limit
        guard let path else {
            descriptor = nil
            return
        }
        // Several threads write, each whole lines in one call: appending keeps them apart.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
        self.descriptor = descriptor
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    var isWritten: Bool { descriptor != nil }

    /// Whether another notification would be remembered.
    var isRemembering: Bool { limit > 0 && !isFull.load(ordering: .relaxed) }

    var deliveries: [Delivery] { remembered.withLock { $0 } }

    func forget() {
        remembered.withLock { $0.removeAll() }
        isFull.store(false, ordering: .relaxed)
    }

    func remember(_ deliveries: [Delivery]) {
        guard !deliveries.isEmpty else { return }
        remembered.withLock { remembered in
            remembered.append(contentsOf: deliveries.prefix(limit - remembered.count))
            isFull.store(remembered.count >= limit, ordering: .relaxed)
        }
    }

    /// Writes whole lines; a full disk ends the log, not the simulator.
    func write(_ lines: [UInt8]) {
        guard let descriptor else { return }
        lines.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = systemWrite(descriptor, part)
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}

/// write(2), whose own name `DeliveryLog.write(_:)` hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
