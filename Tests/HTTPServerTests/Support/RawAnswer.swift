/// An answer as it came over the socket.
struct RawAnswer {
    let fields: [String]
    let body: String

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let end = bytes.indices.first { bytes[$0...].starts(with: "\r\n\r\n".utf8) } ?? bytes.count
        fields = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
        body = String(decoding: bytes.dropFirst(end + 4), as: UTF8.self)
    }

    /// Whether the body is as long as the header says: no more, no less, and no second header.
    var isWhole: Bool { fields.filter { $0.hasPrefix("Content-Length:") } == ["Content-Length: \(body.utf8.count)"] }
}
