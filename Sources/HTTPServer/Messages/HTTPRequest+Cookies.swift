extension HTTPRequest {
    /// The value of a cookie; nil when the client sent none of this name.
    ///
    /// Of several of one name the first counts, which is the one with the most specific path (RFC 6265 §5.4).
    public func cookie(_ name: String) -> String? {
        for field in headers where field.isNamed("Cookie") {
            for pair in field.value.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(name), pair.dropFirst(name.count).first == "=" else { continue }
                let value = pair.dropFirst(name.count + 1)
                let isQuoted = value.count >= 2 && value.first == "\"" && value.last == "\""
                return String(isQuoted ? value.dropFirst().dropLast() : value)
            }
        }
        return nil
    }
}
