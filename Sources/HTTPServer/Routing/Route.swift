/// One method of one path, and what answers it.
struct Route: Sendable {
    let bodyLimit: Int
    /// Whether a method that carries a body may come without one.
    let isBodyOptional: Bool
    let parameterNames: [String]
    let admission: Router.Admission?
    let handler: Router.Handler
}
