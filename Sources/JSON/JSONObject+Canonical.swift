extension JSONObject {
    /// The same members in the order of their names, at every depth: two objects that say the same are written as the same
    /// bytes, whatever order and spaces they came in.
    ///
    /// Source: RFC 8259, section 4: the order of members says nothing.
    public var canonical: JSONObject {
        var sorted = JSONObject()
        for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            sorted[member.name] = member.value.canonical
        }
        return sorted
    }
}

extension JSONValue {
    /// The same with the members of each object within in the order of their names.
    fileprivate var canonical: JSONValue {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let values): .array(values.map(\.canonical))
        case .object(let object): .object(object.canonical)
        }
    }
}
