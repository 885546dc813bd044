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

    /// Whether a request that waited for its turn is still to go, asked at the last moment before it is handed to a
    /// connection. One that is not wanted any more is as good as cancelled; what is under way is not touched.
    ///
    /// It comes with the task, as whoever takes requests back knows nothing of what is between.
    @TaskLocal public static var isStillWanted: @Sendable () -> Bool = { true }

    /// Sends a request and waits for the whole answer.
    public func response(to request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
        guard let address = HTTPAddress(request.url) else { throw .malformedAddress }
        let exchange = Exchange(
            request,
            to: address,
            waitingUntil: now() + configuration.queueDeadline,
            whileWanted: Self.isStillWanted
        )
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { desk.submit(exchange, answering: $0) }
        } onCancel: {
            desk.cancel(exchange)
        }.get()
    }

    /// Has the clock looked at, for one that does not go by itself.
    func lookAtClock() { desk.wake() }
}
