extension HTTPResponse {
    /// The response with which a connection ends, as HTTP/1.1 has it; nil for a stream.
    var closingBytes: [UInt8]? {
        let content: [UInt8]
        switch body {
        case .empty: content = []
        case .bytes(let bytes): content = bytes
        case .stream: return nil
        }
        var text = "HTTP/1.1 \(status.rawValue) \(status.reason)\r\n"
        for field in headers { text += "\(field.name): \(field.value)\r\n" }
        text += "Content-Length: \(content.count)\r\nConnection: close\r\n\r\n"
        return Array(text.utf8) + content
    }
}
