extension HTTPServer {
    /// What a server needs to know.
    public struct Configuration: Sendable {
        /// An IPv4 or IPv6 address, or a host name, of which the first address is taken.
        public var host = "127.0.0.1"
        /// The port; 0 lets the system pick one.
        public var port: UInt16 = 8080
        /// The certificate and key to serve https with; http without.
        public var tls: TLSFiles?
        /// The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count.
        public var trustedProxies = TrustedProxies()
        /// The connections at once; above, a new one takes the place of the one that has asked nothing for longest, or of
        /// those whose clients have left while their requests are handled.
        public var connectionLimit = 1024
        /// The connections at once from one address (an IPv6 /64 is one); a trusted proxy is not counted. Above, a new one
        /// takes the place of those that the client has left while their requests are handled, and where there are none gets
        /// 503, or under TLS no word.
        public var connectionLimitPerAddress = 256
        /// The longest header, request line included, in bytes; 431 above.
        public var headerLimit = 16_384
        /// How long a client has for the whole header of a request.
        public var headerDeadline = Duration.seconds(10)
        /// How long a client has for a body, however it dribbles; each ``minimumBodyRate`` bytes that came add a second.
        public var bodyDeadline = Duration.seconds(10)
        /// The bytes a second below which a long body is cut off.
        public var minimumBodyRate = 16_384
        /// How long a connection may be idle between requests, and how long a client may take nothing of a response.
        public var idleDeadline = Duration.seconds(60)
        /// The threads that read and write sockets.
        public var pollingThreadCount = 2
        /// Told of what an operator should know: a handler that threw, a library's complaint.
        public var report: @Sendable (HTTPServerReport) -> Void = { _ in }

        /// The defaults.
        public init() {}
    }

    /// Where the certificate and its key are.
    public struct TLSFiles: Hashable, Sendable {
        /// The path of the certificate chain in PEM, the server's own first.
        public var certificatePath: String
        /// The path of the private key in PEM, not encrypted.
        public var keyPath: String

        public init(certificatePath: String, keyPath: String) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
        }
    }
}
