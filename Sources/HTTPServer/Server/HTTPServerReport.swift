/// Something that an operator should know.
public enum HTTPServerReport: Sendable {
    /// A handler threw something that is not an ``HTTPProblem``; the client got a 500.
    case handlerFailed(method: HTTPMethod, path: String, error: any Error)
    /// The sequence of a streamed response threw; the connection was broken off.
    case streamFailed(any Error)
    /// The library says something.
    case library(String)
}

extension HTTPServerReport: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .handlerFailed(let method, let path, let error): "\(method.rawValue) \(path) failed: \(error)"
        case .streamFailed(let error): "A streamed response failed: \(error)"
        case .library(let text): text
        }
    }
}
