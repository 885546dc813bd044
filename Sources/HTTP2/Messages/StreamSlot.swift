/// One stream's memory: what it sends, what has arrived, and its place in the order of streams. Reused by later
/// streams, bytes included, so that a connection at work allocates nothing.
struct StreamSlot {
    var streamID: Int32 = 0
    var isOpen = false
    /// Whether the body, and thus all of the header, began to be sent.
    var hasBegunToSend = false
    /// Whether the other end has sent the last frame of its message.
    var hasReceivedEnd = false
    /// Whether the user was told how the stream ended, and is not to be told again.
    var isReported = false

    // What is sent
    /// The caller's own name for the stream.
    var tag: UInt64 = 0
    /// Holds the memory of fields and body until the stream is closed.
    var sending: Unmanaged<PreparedMessage>?
    var bodySentCount = 0
    /// The count after which the body pauses for good; only a simulated fault stops short of the end.
    var bodySendLimit = 0

    // What has arrived: fields, then from `bodyStart` on the body
    var bytes: UnsafeMutablePointer<UInt8>
    var capacity: Int
    var count = 0
    var bodyStart = 0
    var bodyReceivedCount = 0
    var status: Int32 = 0
    var fields: UnsafeMutablePointer<FieldRange>

    // The order of streams
    var begun = MonotonicTime(nanoseconds: 0)
    var older: UnsafeMutablePointer<StreamSlot>?
    var newer: UnsafeMutablePointer<StreamSlot>?

    /// Most messages of APNs fit, provider token and payload included.
    static let usualCapacity = 1024

    /// Where in the slot's bytes a field's first value stands, and how often the field came.
    struct FieldRange {
        var start: UInt32 = 0
        var count: UInt32 = 0
        var occurrences: UInt32 = 0
    }

    mutating func append(_ source: UnsafePointer<UInt8>, count added: Int) {
        if count + added > capacity { grow(to: count + added) }
        (bytes + count).update(from: source, count: added)
        count += added
    }

    mutating func append(_ source: Span<UInt8>) {
        source.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { append(start, count: source.count) }
        }
    }

    private mutating func grow(to needed: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: max(needed, 2 * capacity))
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
        capacity = max(needed, 2 * capacity)
    }
}
