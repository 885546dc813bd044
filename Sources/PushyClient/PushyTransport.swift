import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What carries a client's requests to the server.
public protocol PushyTransport: Sendable {
    /// Sends the request and returns its answer.
    ///
    /// - Throws: Whatever kept an answer from coming.
    func answer(to request: URLRequest) async throws -> PushyAnswer
}

/// Carries requests by a `URLSession` that keeps no cookies and no cache.
public struct URLSessionTransport: PushyTransport {
    private let session: URLSession

    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 30
        session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }

    public func answer(to request: URLRequest) async throws -> PushyAnswer {
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return PushyAnswer(
            status: response.statusCode,
            body: body,
            retryAfterSeconds: response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
        )
    }
}

/// Takes a redirect as the answer that it is: the 200 of a login page would look like a confirmation.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
