import Foundation
import HTTP2
import PushCrypto

/// How a simulator behaves: each member is a flag of `pushy simulator`.
public struct SimulatorConfiguration: Sendable {
    /// Where it listens; port 0 lets the system pick one.
    public var listen = Endpoint(host: "127.0.0.1", port: 2197)
    /// The app's bundle identifier; nothing accepts any.
    public var topic: String?
    /// The key whose signatures provider tokens must bear; nothing accepts any signature.
    public var providerKey: P256.PublicKey?
    /// The file that each accepted notification is appended to, as a line of JSON.
    public var logFile: String?
    /// What goes wrong, and for whom.
    public var rules = SimulatorRules()
    /// How long each answer takes.
    public var latency = Duration.zero
    /// How many streams a connection may have open at once.
    public var streamLimit: UInt32 = 1_000
    /// How many it may have until its first notification with a good provider token; nothing is as many as ever.
    public var streamLimitBeforeFirstToken: UInt32?
    /// The file that the authority's certificate is written to, for clients to trust; its key goes beside it, with `.key`
    /// appended. If both are there, they are used again.
    public var authorityFile: String?
    /// The names and numeric addresses that the server's certificate bears.
    public var hosts = ["localhost", "127.0.0.1", "::1"]
    /// From when until when the server's certificate counts.
    public var validity = CertificateAuthority.Validity.tenYears
    /// Whether it speaks HTTP/2; a server that does not ends each connection after the TLS handshake.
    public var speaksHTTP2 = true
    /// Whether requests are checked as Apple checks them; without, everything that no rule is for is accepted.
    public var isChecking = true
    /// A provider token that follows another sooner than this on a connection is one update too many.
    ///
    /// Source: Apple, Establishing a token-based connection to APNs: no more than once every 20 minutes.
    public var providerTokenInterval = Duration.seconds(20 * 60)
    /// So many accepted notifications are remembered for ``APNsSimulator/deliveries``, from the first on.
    public var rememberedDeliveryCount = 10_000
    /// So many threads serve the connections, in turn.
    public var threadCount = 2
    /// The time, for provider tokens and the log.
    public var now: @Sendable () -> Date = { Date() }

    /// The defaults: every topic and signature, no faults, no delay.
    public init() {}
}
