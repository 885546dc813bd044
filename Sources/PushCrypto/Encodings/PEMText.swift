/// The blocks of a PEM text, however it was copied, pasted or squeezed into a variable.
///
/// Source: RFC 7468, and beyond it what keys go through on their way: CRLF, `\n` written as two characters, everything
/// on one line, no final newline, spaces or quotes around it, a byte order mark, the Base64 body alone.
struct PEMText {
    struct Block {
        /// What stands between BEGIN and the dashes; nil where the text was a Base64 body alone.
        let label: String?
        let body: Body
    }

    enum Body {
        case der([UInt8])
        /// Old OpenSSL writes `Proc-Type: 4,ENCRYPTED` above the body.
        case encrypted
        case notBase64
        /// The line that ends the block is missing.
        case cutOff
    }

    let blocks: [Block]

    init(_ text: String) {
        let text = Self.withoutWrapping(text)
        var blocks: [Block] = []
        var rest = Substring(text)
        while let begin = rest.firstRange(of: "-----BEGIN "),
            let dashes = rest[begin.upperBound...].firstRange(of: "-----")
        {
            let label = String(rest[begin.upperBound..<dashes.lowerBound])
            rest = rest[dashes.upperBound...]
            let end = rest.firstRange(of: "-----END \(label)-----")
            let body = end.map { Self.body(rest[..<$0.lowerBound]) } ?? .cutOff
            blocks.append(Block(label: label, body: body))
            rest = end.map { rest[$0.upperBound...] } ?? Substring()
        }
        if blocks.isEmpty, !text.isEmpty {
            blocks.append(Block(label: nil, body: Self.body(Substring(text))))
        }
        self.blocks = blocks
    }
}

extension PEMText {
    private static func withoutWrapping(_ text: String) -> String {
        var text = text.replacing("\u{feff}", with: "")
            .replacing("\\r", with: "")
            .replacing("\\n", with: "\n")
        while let last = text.last, isWrapping(last) { text.removeLast() }
        return String(text.drop(while: isWrapping))
    }

    private static func isWrapping(_ character: Character) -> Bool {
        character.isWhitespace || character == "\"" || character == "'"
    }

    private static func body(_ text: Substring) -> Body {
        if text.contains("ENCRYPTED") { return .encrypted }
        var characters = text.utf8.filter { !($0 == 0x20 || (0x09...0x0d).contains($0)) }
        while characters.last == UInt8(ascii: "=") { characters.removeLast() }
        guard !characters.isEmpty, let der = Base64Alphabet.standard.decode(characters) else { return .notBase64 }
        return .der(der)
    }

    /// A block as RFC 7468 has it: lines of 64 characters.
    static func written(_ der: [UInt8], label: String) -> String {
        var body = Base64Alphabet.standard.encode(der)
        body += String(repeating: "=", count: (4 - body.utf8.count % 4) % 4)
        var lines = ["-----BEGIN \(label)-----"]
        var rest = Substring(body)
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        lines.append("-----END \(label)-----")
        return lines.joined(separator: "\n") + "\n"
    }
}
