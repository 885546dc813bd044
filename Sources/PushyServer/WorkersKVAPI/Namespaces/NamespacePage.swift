import HTTPServer
import PushyCore

/// Which part of the namespaces a client wants, and in which order.
struct NamespacePage {
    private static let sizes = 1...1_000
    private static let defaultSize = 20

    /// From 1.
    let number: Int
    let size: Int
    private let order: Order
    private let direction: Direction

    private enum Order: String, CaseIterable {
        case id, title
    }

    private enum Direction: String, CaseIterable {
        case ascending = "asc"
        case descending = "desc"
    }

    init(_ query: FormFields) throws(APIFailure) {
        number = try Self.number("page", of: query, in: 1...Int.max) ?? 1
        size = try Self.number("per_page", of: query, in: Self.sizes) ?? Self.defaultSize
        order = try query.choice("order", as: Order.self) ?? .id
        direction = try query.choice("direction", as: Direction.self) ?? .ascending
    }

    /// The part; empty past the end, which is how a client knows that it has seen all.
    func part(of namespaces: [KVNamespace]) -> ArraySlice<KVNamespace> {
        let sorted = namespaces.sorted { left, right in
            switch direction {
            case .ascending: name(left).lexicographicallyPrecedes(name(right))
            case .descending: name(right).lexicographicallyPrecedes(name(left))
            }
        }
        let (skipped, isBeyond) = (number - 1).multipliedReportingOverflow(by: size)
        return isBeyond ? [] : sorted.dropFirst(skipped).prefix(size)
    }

    private func name(_ namespace: KVNamespace) -> String.UTF8View {
        switch order {
        case .id: namespace.id.utf8
        case .title: namespace.title.utf8
        }
    }

    private static func number(_ name: String, of query: FormFields, in range: ClosedRange<Int>) throws(APIFailure)
        -> Int?
    {
        func failure(_ text: String) -> APIFailure {
            let bounds =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            return .invalid("invalid \(name) of \(text): it must be \(bounds)")
        }
        guard let number = try query.wholeNumber(name, else: failure) else { return nil }
        guard range.contains(number) else { throw failure(String(number)) }
        return number
    }
}
