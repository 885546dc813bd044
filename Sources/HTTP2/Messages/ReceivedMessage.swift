/// A message that arrived whole, for as long as the call that hands it over: a view of the session's memory, which
/// cannot be kept.
public struct ReceivedMessage: ~Copyable {
    private let slot: UnsafeMutablePointer<StreamSlot>
    private let fieldCount: Int

    init(_ slot: UnsafeMutablePointer<StreamSlot>, fieldCount: Int) {
        self.slot = slot
        self.fieldCount = fieldCount
    }

    /// The stream that it came on.
    public var streamID: Int32 { slot.pointee.streamID }

    /// When the stream began: a request was submitted, or its first bytes arrived.
    public var begun: MonotonicTime { slot.pointee.begun }

    /// A response's status, 100 to 599; 0 in a request.
    public var status: Int { Int(slot.pointee.status) }

    /// How many bytes of body arrived, those beyond the session's limit included.
    public var bodyByteCount: Int { slot.pointee.bodyReceivedCount }

    /// The body, up to the session's limit.
    public var body: Span<UInt8> {
        @_lifetime(borrow self) borrowing get {
            bytes(from: slot.pointee.bodyStart, count: slot.pointee.count - slot.pointee.bodyStart)
        }
    }

    /// The first value of a field, by its index in the session's ``FieldNames``; nothing when it did not come.
    @_lifetime(borrow self)
    public borrowing func value(of field: Int) -> Span<UInt8>? {
        precondition(field < fieldCount)
        let range = slot.pointee.fields[field]
        guard range.occurrences > 0 else { return nil }
        return bytes(from: Int(range.start), count: Int(range.count))
    }

    /// How often a field came, by its index in the session's ``FieldNames``.
    public borrowing func occurrences(of field: Int) -> Int {
        precondition(field < fieldCount)
        return Int(slot.pointee.fields[field].occurrences)
    }

    /// The first value of a field as text; for what is rare.
    public borrowing func text(of field: Int) -> String? {
        guard let value = value(of: field) else { return nil }
        return value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    @_lifetime(borrow self)
    private borrowing func bytes(from start: Int, count: Int) -> Span<UInt8> {
        let bytes = UnsafeBufferPointer(start: slot.pointee.bytes + start, count: count)
        // The slot is not given back, nor its memory moved, while the message is lent out.
        return _overrideLifetime(bytes.span, borrowing: self)
    }
}
