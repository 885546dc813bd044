#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The header fields of incoming messages that a session keeps, each known by its index in this list; others are
/// dropped on arrival. So no message needs a dictionary, and no field a string.
public struct FieldNames: Sendable {
    /// The names, lowercase, in the order in which they were given.
    public let names: [StaticString]

    /// For each length of a name, where in `byLength` the names of that length begin.
    private let starts: [Int]
    /// Indices into `names`, ordered by the names' length.
    private let byLength: [Int]

    private static let longestName = 63

    /// Lowercase names of fields, pseudo-fields such as `:path` included.
    public init(_ names: StaticString...) {
        precondition(names.allSatisfy { $0.utf8CodeUnitCount <= Self.longestName })
        self.names = names
        byLength = names.indices.sorted { names[$0].utf8CodeUnitCount < names[$1].utf8CodeUnitCount }
        var starts = Array(repeating: 0, count: Self.longestName + 2)
        for name in names {
            for length in (name.utf8CodeUnitCount + 1)..<starts.count { starts[length] += 1 }
        }
        self.starts = starts
    }

    /// The index of a field's name, or -1.
    @inline(__always)
    func index(of name: UnsafePointer<UInt8>, count: Int) -> Int {
        guard count <= Self.longestName else { return -1 }
        for position in starts[count]..<starts[count + 1] {
            let index = byLength[position]
            if memcmp(names[index].utf8Start, name, count) == 0 { return index }
        }
        return -1
    }
}
