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

    /// How often a field came, by its index in the session's ``FieldNames``.
    public func occurrences(of field: Int) -> Int {
        precondition(field < fieldCount)
        return Int(slot.pointee.fields[field].occurrences)
    }

    /// Looks at the first value of a field, by its index in the session's ``FieldNames``; nothing when it did not come.
    public func withValue<Result, Failure: Error>(
        of field: Int,
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        precondition(field < fieldCount)
        let range = slot.pointee.fields[field]
        guard range.occurrences > 0 else { return nil }
        return try body(UnsafeBufferPointer(start: slot.pointee.bytes + Int(range.start), count: Int(range.count)).span)
    }

    /// The first value of a field as text; for what is rare.
    public func text(of field: Int) -> String? {
        withValue(of: field) { value in value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    }

    /// Looks at the body, up to the session's limit.
    public func withBody<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = slot.pointee.bytes + slot.pointee.bodyStart
        return try body(UnsafeBufferPointer(start: start, count: slot.pointee.count - slot.pointee.bodyStart).span)
    }
}
