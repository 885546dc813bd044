/// A field value with parameters: `form-data; name="a"; filename="b;c"`.
///
/// Source: RFC 9110 §5.6.6.
struct ParameterList: IteratorProtocol {
    /// What stands in front of the first semicolon.
    let first: String
    private var rest: Substring

    init(_ text: String) {
        let end = text.firstIndex(of: ";") ?? text.endIndex
        first = text[..<end].trimmed
        rest = text[end...]
    }

    /// The next parameter: the name in small letters, the value without quotes. One without `=` has an empty value.
    mutating func next() -> (name: String, value: String)? {
        rest = rest.drop { $0 == ";" || $0 == " " || $0 == "\t" }
        guard !rest.isEmpty else { return nil }
        let nameEnd = rest.firstIndex { $0 == "=" || $0 == ";" } ?? rest.endIndex
        let name = rest[..<nameEnd].trimmed.lowercased()
        rest = rest[nameEnd...]
        guard rest.first == "=" else { return (name, "") }
        rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        guard rest.first == "\"" else {
            let valueEnd = rest.firstIndex(of: ";") ?? rest.endIndex
            defer { rest = rest[valueEnd...] }
            return (name, rest[..<valueEnd].trimmed)
        }
        return (name, quotedValue())
    }

    /// A value in quotes. A backslash stands for itself unless a quote or a backslash follows: browsers send Windows
    /// paths as they are.
    private mutating func quotedValue() -> String {
        var value = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let escaped = rest.first, escaped == "\"" || escaped == "\\" {
                value.append(escaped)
                rest.removeFirst()
            } else {
                value.append(character)
            }
        }
        return value
    }
}

extension Substring {
    /// The text without spaces and tabs around it.
    fileprivate var trimmed: String {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
