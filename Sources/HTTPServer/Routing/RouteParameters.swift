/// What stood in the places of a route's parameters: `{id}` of `/broadcasts/{id}`, percent-decoded exactly once.
public struct RouteParameters: Hashable, Sendable {
    var names: [String] = []
    var values: [String] = []

    /// The text in the place of the parameter; nil when the route has none of this name.
    public subscript(name: String) -> String? {
        names.firstIndex(of: name).map { values[$0] }
    }
}
