/// A client for many hosts: push services, access tokens, webhooks. Over libcurl.
///
/// All requests share one thread and a pool of connections: HTTP/2 with many requests on a connection where the server
/// speaks it. Redirects are not followed, certificates are always checked.
///
/// A request is sent again only where it is certain that the server did nothing with it: the server said so with
/// REFUSED_STREAM or GOAWAY, or nothing was sent yet. Any other broken connection is an error of its own.
public final class HTTPClient: Sendable {
    /// How the client meets servers.
    public let configuration: Configuration

    private let desk: TransferDesk
    private let now: Now

    typealias Now = @Sendable () -> ContinuousClock.Instant

    /// Nothing is connected before a request.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration) { .now }
    }

    init(configuration: Configuration, now: @escaping Now) {
        self.configuration = configuration
        self.now = now
        desk = TransferDesk(configuration, now: now)
    }

    deinit { desk.stop() }

    /// Sends a request and waits for the whole answer.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - isStillWanted: Whether it is still to go after it has waited for its turn, asked at the last moment before it is
    ///     handed to a connection. One that is not is as good as cancelled; what is under way is not touched.
    /// - Returns: What the server answered, whatever its status.
    /// - Throws: ``HTTPClientError`` where there is no answer.
    public func response(
        to request: ClientRequest,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool = { true }
    ) async throws(HTTPClientError) -> ClientResponse {
        guard let address = HTTPAddress(request.url) else { throw .malformedAddress }
        let exchange = Exchange(request, to: address, at: now(), under: configuration, whileWanted: isStillWanted)
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { desk.submit(exchange, answering: $0) }
        } onCancel: {
            desk.cancel(exchange)
        }.get()
    }

    /// Has the clock looked at, for one that does not go by itself.
    func lookAtClock() { desk.wake() }
}
