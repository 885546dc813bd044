/// The file that `--env-file` names: `NAME=value`, one a line.
///
/// A value is everything after the first `=`, as it stands: `$`, quotes, `#` and spaces belong to it. Empty lines and lines
/// that begin with `#` are skipped; lines may end as Windows ends them. A name stands there once.
struct EnvironmentFile: Hashable, Sendable {
    /// A value, and where it stands.
    struct Line: Hashable, Sendable {
        let number: Int
        let value: String

        /// Whether the value begins and ends with the same quote.
        var isQuoted: Bool {
            value.count > 1 && value.first == value.last && (value.hasPrefix("\"") || value.hasPrefix("'"))
        }
    }

    /// As it was named, for complaints.
    let path: String
    let lines: [String: Line]

    /// Reads the file from disk.
    ///
    /// - Throws: a complaint that says why it cannot be read, or which line is wrong.
    init(path: String) throws(Complaint) {
        let text: String
        do {
            text = try TextFile.text(at: path)
        } catch {
            throw .configuration(
                "the env file \(path) cannot be read (\(error.reason)): mend --env-file, or make one with pushy init"
            )
        }
        try self.init(text, path: path)
    }

    /// Reads the text of a file that was named `path`.
    init(_ text: String, path: String) throws(Complaint) {
        var lines: [String: Line] = [:]
        let byteOrderMark = "\u{feff}"
        // A carriage return and a newline are one Character, hence the scalars.
        let rows = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, scalars) in rows.enumerated() {
            var row = String(String.UnicodeScalarView(scalars))
            if index == 0, row.hasPrefix(byteOrderMark) { row.unicodeScalars.removeFirst() }
            if row.unicodeScalars.last == "\r" { row.unicodeScalars.removeLast() }
            let start = row.drop { $0 == " " || $0 == "\t" }
            if start.isEmpty || start.hasPrefix("#") { continue }

            let number = index + 1
            guard let equals = row.utf8.firstIndex(of: UInt8(ascii: "=")), Self.isName(row[..<equals]) else {
                throw .malformed(
                    line: number,
                    path: path,
                    mend: "write NAME=value, without spaces around the = and without export"
                )
            }
            let value = row[row.utf8.index(after: equals)...]
            guard !value.utf8.contains(0) else {
                throw .malformed(line: number, path: path, mend: "take out the NUL byte")
            }
            let name = String(row[..<equals])
            if let earlier = lines.updateValue(Line(number: number, value: String(value)), forKey: name) {
                throw .configuration(
                    "\(name) stands in \(path) twice, on lines \(earlier.number) and \(number): keep one of them"
                )
            }
        }
        self.path = path
        self.lines = lines
    }

    /// A name as POSIX wants it for environment variables: letters, digits and underscores, no digit first.
    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, !String(first).isDecimal else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}

extension Complaint {
    /// The line itself is not repeated: it may hold a secret.
    fileprivate static func malformed(line: Int, path: String, mend: String) -> Complaint {
        .configuration("line \(line) of \(path) is malformed: \(mend)")
    }
}
