/// One event of a stream of server-sent events.
///
/// Source: WHATWG HTML §9.2, server-sent events.
public struct ServerSentEvent: Hashable, Sendable {
    /// What a listener gets as `event.data`; line ends are kept.
    public var data: String
    /// The event's name; `message` to a browser when nil.
    public var name: String?
    /// What a browser sends as `Last-Event-ID` when it connects again.
    public var id: String?

    /// An event.
    public init(_ data: String, name: String? = nil, id: String? = nil) {
        self.data = data
        self.name = name
        self.id = id
    }
}

extension ServerSentEvent {
    /// The event as it stands in the stream, closed by its empty line.
    public var bytes: [UInt8] {
        var text = ""
        if let id { text += "id: \(Self.singleLine(id))\n" }
        if let name { text += "event: \(Self.singleLine(name))\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            text += "data: \(line)\n"
        }
        return Array((text + "\n").utf8)
    }

    private static func singleLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
