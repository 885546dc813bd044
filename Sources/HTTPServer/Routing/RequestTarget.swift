/// The target of a request: what stands between the method and the version.
///
/// Source: RFC 9112 §3.2.
enum RequestTarget {
    /// Brings a target into origin form (`/path?query`), or leaves the `*` of OPTIONS.
    ///
    /// - Throws: 400 when it is neither, has a character that no URI has, or a query that cannot be decoded.
    static func normalise(_ target: inout String, for method: HTTPMethod) throws(HTTPProblem) {
        if target.utf8.first != UInt8(ascii: "/") {
            if target == "*", method == .options { return }
            guard let origin = originForm(ofAbsolute: target) else {
                throw HTTPProblem(.badRequest, "The request target must be a path that begins with a slash.")
            }
            target = origin
        }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
            throw HTTPProblem(
                .badRequest,
                "The request target has a space or control character: percent-encode it."
            )
        }
        if let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) {
            _ = try FormFields(parsing: target.utf8[target.utf8.index(after: mark)...])
        }
    }

    /// The segments of the path, each percent-decoded once.
    static func segments(of target: String) throws(HTTPProblem) -> [String] {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }.dropFirst()
        var segments: [String] = []
        for segment in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let text = PercentEncoding.decode(segment) else {
                throw HTTPProblem(
                    .badRequest,
                    "The path is not well encoded: each % needs two hex digits after it, what they encode must be UTF-8, "
                        + "and no byte of it may be 0."
                )
            }
            segments.append(text)
        }
        return segments
    }

    /// `/path` of `http://host/path`, as a client sends it to a proxy.
    private static func originForm(ofAbsolute target: String) -> String? {
        for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
            let rest = target.utf8.dropFirst(scheme.utf8.count)
            guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }) else {
                return rest.isEmpty ? nil : "/"
            }
            guard end != rest.startIndex else { return nil }
            return rest[end] == UInt8(ascii: "?") ? "/" + String(target[end...]) : String(target[end...])
        }
        return nil
    }
}
