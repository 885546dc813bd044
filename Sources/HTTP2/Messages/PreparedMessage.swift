import CNGHTTP2

/// The constant part of many messages, laid out once as nghttp2 takes it: fields, and a body that all of them share.
///
/// Every byte lives as long as the object, and a stream holds the object until it closes; so nothing is copied per
/// message.
final class PreparedMessage: @unchecked Sendable {
    // Sendable because nothing changes after it is made.
    let fields: UnsafeMutableBufferPointer<nghttp2_nv>
    let body: UnsafeMutableBufferPointer<UInt8>
    private let text: UnsafeMutableBufferPointer<UInt8>

    /// An empty value is a place that each message fills in.
    init(fields source: [HeaderField], body source2: [UInt8]) {
        text = .allocate(capacity: source.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count })
        fields = .allocate(capacity: source.count)
        body = .allocate(capacity: source2.count)
        _ = body.initialize(from: source2)
        var free = text[...]
        func store(_ string: String) -> (UnsafeMutablePointer<UInt8>?, Int) {
            let start = UnsafeMutableBufferPointer(rebasing: free)
            let (_, count) = start.initialize(from: string.utf8)
            free = free.dropFirst(count)
            return (start.baseAddress, count)
        }
        for (index, field) in source.enumerated() {
            let (name, nameCount) = store(field.name)
            let (value, valueCount) = store(field.value)
            var flags = UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue)
            if !field.isIndexed { flags |= UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) }
            fields.initializeElement(
                at: index,
                to: nghttp2_nv(name: name, value: value, namelen: nameCount, valuelen: valueCount, flags: flags)
            )
        }
    }

    deinit {
        fields.deallocate()
        body.deallocate()
        text.deallocate()
    }
}

/// What many requests have in common. Each adds the end of its path and, if named, the value of one field.
public struct PreparedRequest: Sendable {
    let message: PreparedMessage
    let pathPrefix: [UInt8]
    let hasVaryingField: Bool

    /// Where the path stands among the fields: the pseudo-fields come first (RFC 9113, section 8.3).
    static let pathIndex = 3

    /// - Parameters:
    ///   - method: the method, in capitals.
    ///   - authority: the host, with its port unless that is 443.
    ///   - pathPrefix: what all paths begin with, such as `/3/device/`.
    ///   - fields: the fields that are the same in all requests.
    ///   - varyingField: the name of a field whose value each request brings; it is never indexed.
    ///   - body: the content of all requests; empty for none.
    public init(
        method: String,
        authority: String,
        pathPrefix: String,
        fields: [HeaderField],
        varyingField: String? = nil,
        body: [UInt8] = []
    ) {
        var all = [
            HeaderField(":method", method), HeaderField(":scheme", "https"), HeaderField(":authority", authority),
            HeaderField(":path", "", isIndexed: false),
        ]
        all += fields
        if let varyingField { all.append(HeaderField(varyingField, "", isIndexed: false)) }
        message = PreparedMessage(fields: all, body: body)
        self.pathPrefix = Array(pathPrefix.utf8)
        hasVaryingField = varyingField != nil
    }
}

/// What many responses have in common. Each adds, if named, the value of one field.
public struct PreparedResponse: Sendable {
    let message: PreparedMessage
    let hasVaryingField: Bool

    /// - Parameters:
    ///   - status: the status, 200 to 599.
    ///   - fields: the fields that are the same in all responses.
    ///   - varyingField: the name of a field whose value each response brings; it is never indexed.
    ///   - body: the content of all responses; empty for none.
    public init(status: Int, fields: [HeaderField] = [], varyingField: String? = nil, body: [UInt8] = []) {
        var all = [HeaderField(":status", String(status))] + fields
        if let varyingField { all.append(HeaderField(varyingField, "", isIndexed: false)) }
        message = PreparedMessage(fields: all, body: body)
        hasVaryingField = varyingField != nil
    }
}
