/// A server: listens, reads requests, has the router's handlers answer them, and stops gracefully.
public final class HTTPServer: Sendable {
    private let router: Router
    private let configuration: Configuration

    /// A server that does not listen yet.
    public init(router: Router, configuration: Configuration = Configuration()) {
        self.router = router
        self.configuration = configuration
    }

    /// Begins to listen.
    ///
    /// - Returns: the address that it listens on, with the port that the system chose if 0 was asked for.
    public func start() throws(HTTPServerError) -> SocketAddress {
        throw .library("not built yet")
    }

    /// Takes no new requests, lets those under way be answered, then closes.
    ///
    /// - Parameter grace: how long the requests under way have; those that take longer are cut off.
    public func stop(grace: Duration = .seconds(5)) async {
    }
}
