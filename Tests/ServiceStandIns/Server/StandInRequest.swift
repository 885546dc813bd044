import HTTP2

/// A request that a stand-in was sent.
public struct StandInRequest: Hashable, Sendable {
    /// The method.
    public let method: String
    /// The path, with the query.
    public let path: String
    /// The fields that stand-ins look at.
    public let fields: [String: String]
    /// The body.
    public let body: [UInt8]
    /// The number of the connection that it came on, from 1.
    public let connection: Int

    /// Those fields.
    static let fieldNames = FieldNames(
        ":method",
        ":path",
        "authorization",
        "content-type",
        "content-encoding",
        "ttl",
        "urgency",
        "topic",
        "x-wns-cache-policy"
    )

    init(_ message: borrowing ReceivedMessage, connection: Int) {
        method = message.text(of: 0) ?? ""
        path = message.text(of: 1) ?? ""
        var fields: [String: String] = [:]
        for place in 2..<Self.fieldNames.names.count {
            if let value = message.text(of: place) { fields["\(Self.fieldNames.names[place])"] = value }
        }
        self.fields = fields
        body = message.body.withUnsafeBufferPointer { Array($0) }
        self.connection = connection
    }
}
