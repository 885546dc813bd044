/// The path of a route, by segments.
struct RoutePattern: Hashable, Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
        /// All segments from here to the end.
        case rest(String)
    }

    let segments: [Segment]

    /// The pattern of a text such as `/broadcasts/{id}/events`.
    init(_ text: String) {
        precondition(text.hasPrefix("/"), "A route begins with a slash: \(text)")
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(Self.segment)
        precondition(
            segments.dropLast().allSatisfy { if case .rest = $0 { false } else { true } },
            "Only the last segment of a route can stand for the rest: \(text)"
        )
    }

    private static func segment(_ text: Substring) -> Segment {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return .literal(String(text)) }
        let name = text.dropFirst().dropLast()
        return name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .parameter(String(name))
    }

    /// The path, when no segment is a parameter.
    var literalPath: String? {
        var path = ""
        for segment in segments {
            guard case .literal(let text) = segment else { return nil }
            path += "/" + text
        }
        return path
    }

    /// The names of the parameters, in order.
    var parameterNames: [String] {
        segments.compactMap { segment in
            switch segment {
            case .literal: nil
            case .parameter(let name), .rest(let name): name
            }
        }
    }
}
