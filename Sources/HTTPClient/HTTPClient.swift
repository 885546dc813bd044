/// A client for many or rare hosts: webhooks, tokens, push services. Over libcurl.
///
/// Each request has a thread of its own while it lasts, so that a slow host holds nobody up; redirects are not followed,
/// certificates are always checked.
public struct HTTPClient: Sendable {
    /// How the client meets servers.
    public struct Configuration: Hashable, Sendable {
        /// How long connecting may take, TLS included.
        public var connectDeadline = Duration.seconds(10)
        /// How long all of it may take.
        public var deadline = Duration.seconds(30)
        /// The longest body of an answer, in bytes.
        public var answerLimit = 1 << 20
        /// A file of certificates in PEM to trust besides the system's.
        public var caFile: String?

        /// The defaults.
        public init() {}
    }

    /// How the client meets servers.
    public let configuration: Configuration

    /// Nothing is connected before a request.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// Sends a request and waits for the whole answer.
    public func response(to request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
        let transfer = Transfer(request, configuration)
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                TransferThread.run { continuation.resume(returning: transfer.perform()) }
            }
        } onCancel: {
            transfer.cancel()
        }.get()
    }
}
