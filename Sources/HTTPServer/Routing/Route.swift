/// One method of one path, and what answers it.
struct Route: Sendable {
    let bodyLimit: Int
    let parameterNames: [String]
    let admission: Router.Admission?
    let handler: Router.Handler
}
