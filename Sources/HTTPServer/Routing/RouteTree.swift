/// Routes by their segments: at each step a literal is tried before a parameter, and that before a rest.
struct RouteTree: Sendable {
    private var literals: [String: RouteTree] = [:]
    /// None or one: an array, since a value cannot hold itself.
    private var parameter: [RouteTree] = []
    private var rest: [HTTPMethod: Route] = [:]
    private var routes: [HTTPMethod: Route] = [:]

    /// Adds a route beneath the segments; false when there is one already.
    mutating func add(_ route: Route, _ method: HTTPMethod, at segments: ArraySlice<RoutePattern.Segment>) -> Bool {
        switch segments.first {
        case nil: routes.updateValue(route, forKey: method) == nil
        case .literal(let text): literals[text, default: RouteTree()].add(route, method, at: segments.dropFirst())
        case .rest: rest.updateValue(route, forKey: method) == nil
        case .parameter: addBeneathParameter(route, method, at: segments.dropFirst())
        }
    }

    private mutating func addBeneathParameter(
        _ route: Route,
        _ method: HTTPMethod,
        at segments: ArraySlice<RoutePattern.Segment>
    ) -> Bool {
        if parameter.isEmpty { parameter.append(RouteTree()) }
        return parameter[0].add(route, method, at: segments)
    }

    /// Walks every set of routes that fits the segments, the most literal first, until one is taken: `take` gets the
    /// routes by method and the parameters' values, and returns whether to stop.
    ///
    /// - Returns: whether one was taken.
    func walk(
        _ segments: ArraySlice<String>,
        values: [String] = [],
        _ take: ([HTTPMethod: Route], [String]) -> Bool
    ) -> Bool {
        guard let segment = segments.first else { return !routes.isEmpty && take(routes, values) }
        if let next = literals[segment], next.walk(segments.dropFirst(), values: values, take) { return true }
        if let next = parameter.first, !segment.isEmpty,
            next.walk(segments.dropFirst(), values: values + [segment], take)
        {
            return true
        }
        guard !rest.isEmpty, segments.count > 1 || !segment.isEmpty else { return false }
        return take(rest, values + [segments.joined(separator: "/")])
    }
}
