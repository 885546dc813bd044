/// Frames on their way to the socket, packed so that each write fills a TLS record.
struct OutputBuffer: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    /// The longest plaintext of a TLS record (RFC 8446, section 5.1): one write is at most this.
    static let recordByteCount = 16 * 1024
    /// As many bytes are gathered before they are written, if there are as many.
    static let wantedByteCount = 4 * recordByteCount
    /// Room for what is wanted and for a frame of the largest size that may follow, header included.
    private static let capacity = wantedByteCount + recordByteCount + 1024

    init() {
        bytes = .allocate(byteCount: Self.capacity, alignment: 16)
    }

    deinit {
        bytes.deallocate()
    }

    var isEmpty: Bool { start == end }

    /// Whether another frame should be gathered before the next write.
    var wantsMore: Bool { end - start < Self.wantedByteCount }

    func hasRoom(for count: Int) -> Bool { end + count <= bytes.count }

    /// What the next write takes.
    var record: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<min(end, start + Self.recordByteCount)])
    }

    mutating func append(_ source: UnsafePointer<UInt8>, count: Int) {
        (bytes.baseAddress.unsafelyUnwrapped + end).copyMemory(from: source, byteCount: count)
        end += count
    }

    mutating func consume(_ count: Int) {
        start += count
        if start == end {
            start = 0
            end = 0
        }
    }

    /// Moves what waits to the front, so that there is room again.
    mutating func makeRoom() {
        guard start > 0, let base = bytes.baseAddress else { return }
        base.copyMemory(from: base + start, byteCount: end - start)
        end -= start
        start = 0
    }
}
