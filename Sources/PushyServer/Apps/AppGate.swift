import HTTPServer
import PushyCore

/// Lets apps and their backends in: by the key that the environment names, or by one of those that the owner made.
///
/// A key comes as `X-App-Key` or as `Authorization: Bearer`.
struct AppGate: Sendable {
    let environmentKey: AccessKey
    let apps: Apps

    /// What keeps a request out by its header alone, before the body is read; nil when it may be an app's.
    func problem(of request: HTTPRequest) -> HTTPProblem? {
        guard let presented = request.appKey else {
            return .appKeyRefused("The header X-App-Key is missing: send the app's key in it.")
        }
        if environmentKey.matches(presented) || AppKey(presented) != nil { return nil }
        return .appKeyRefused(
            "The header X-App-Key does not hold the app's key: compare it with PUSHY_APP_KEY, or with what pushy apps printed."
        )
    }

    /// Who presents the request's key.
    ///
    /// - Throws: an ``HTTPProblem``: 401 when the key is nobody's; what the store throws.
    func caller(of request: HTTPRequest) async throws -> AppCaller {
        if let problem = problem(of: request) { throw problem }
        let presented = request.appKey ?? ""
        if environmentKey.matches(presented) { return .defaultClient }
        guard let key = AppKey(presented), let caller = try await apps.caller(presenting: key) else {
            throw HTTPProblem.appKeyRefused(
                "The key is no app's, or no longer: it may have been rotated. Take the one that was printed last."
            )
        }
        return caller
    }
}

extension AppGate {
    /// The app whose backend presents the request's key.
    ///
    /// - Throws: as ``caller(of:)``, and 403 when the key is one that an app carries.
    func backend(of request: HTTPRequest) async throws -> AppCaller {
        let caller = try await caller(of: request)
        guard caller.role == .backend else {
            throw HTTPProblem(
                .forbidden,
                "This is a client key, which may only register: send the app's API key, pg_live_…, from its backend."
            )
        }
        return caller
    }
}

extension HTTPRequest {
    /// The key that an app presents. Source: RFC 6750 §2.1.
    fileprivate var appKey: String? {
        if let key = headers["X-App-Key"] { return key }
        guard let parts = headers["Authorization"]?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return String(parts[1])
    }
}

extension HTTPProblem {
    fileprivate static func appKeyRefused(_ detail: String) -> HTTPProblem {
        HTTPProblem(.unauthorized, detail, headers: ["WWW-Authenticate": #"X-App-Key, Bearer realm="Pushy""#])
    }
}
