import Foundation

/// The line that ends a copy of the store and holds the checksum of all before it, so that restoring finds what a disk or a
/// transfer did to it.
///
/// It stands behind LMDB's last page, where LMDB's own tools do not look: to them the copy is a file like any other.
struct CopySeal: Hashable {
    let checksum: UInt64

    /// How long the line is.
    static let byteCount = beginning.count + 17

    private static let beginning = Array("workers-kv copy crc64 ".utf8)

    /// The seal for the first bytes of a file.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when they cannot be read.
    init(over byteCount: Int, of descriptor: Int32) throws(KVError) {
        var checksum = CRC64()
        var offset = 0
        while offset < byteCount {
            let chunk = try Self.read(min(1 << 20, byteCount - offset), at: offset, of: descriptor)
            chunk.withUnsafeBytes { checksum.add($0) }
            offset += chunk.count
        }
        self.checksum = checksum.value
    }

    /// Reads the line at the end of a file; nil when there is none.
    init?(endOf descriptor: Int32, fileByteCount: Int) throws(KVError) {
        guard fileByteCount >= Self.byteCount else { return nil }
        let line = try Self.read(Self.byteCount, at: fileByteCount - Self.byteCount, of: descriptor)
        let digits = line.dropFirst(Self.beginning.count).dropLast()
        guard line.starts(with: Self.beginning), line.last == UInt8(ascii: "\n"), digits.count == 16,
            let checksum = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        self.checksum = checksum
    }

    /// The line itself.
    var line: [UInt8] {
        let digits = String(checksum, radix: 16)
        return Self.beginning + Array((String(repeating: "0", count: 16 - digits.count) + digits + "\n").utf8)
    }

    private static func read(_ byteCount: Int, at offset: Int, of descriptor: Int32) throws(KVError) -> [UInt8] {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            repeat {
                result = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        guard result > 0 else {
            throw .unavailable("The copy cannot be read: \(String(cString: strerror(errno))). Check the disk.")
        }
        return bytes
    }
}
