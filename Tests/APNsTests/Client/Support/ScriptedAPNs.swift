import Foundation
import HTTP2
import PushCrypto
import Synchronization

@testable import APNs

/// An APNs on a port of its own that does with each request what a test says, and remembers what came.
final class ScriptedAPNs: Sendable {
    /// A request as it arrived.
    struct Request: Sendable {
        /// How many came before it, on all connections.
        let number: Int
        /// The connection's number, from 1.
        let connection: Int
        let stream: Int32
        let token: String
        let id: String
        let authorization: String
        let topic: String?
        let pushType: String?
        let priority: String?
        let expiration: String?
        let collapseID: String?
        let body: String
    }

    typealias Script = @Sendable (ServerSession, Request) -> Void

    let endpoint: APNsEndpoint
    private let identity: Identity
    private let script: Script
    private let loop = EventLoop()
    private let listener: LoopBound<Listener>
    private let log = Log()
    private let thaw = DispatchSemaphore(value: 0)

    /// Who the server says it is, and the file with the authority that vouches for it.
    private struct Identity: Sendable {
        let identity: CertificateAuthority.Identity
        let authorityFile: TemporaryFile

        init(hosts: [String], validity: CertificateAuthority.Validity) throws {
            let authority = try CertificateAuthority(named: "Test authority")
            identity = try authority.issue(for: hosts, validity: validity)
            authorityFile = try TemporaryFile(authority.certificateText)
        }
    }

    convenience init(
        hosts: [String] = ["127.0.0.1"],
        validity: CertificateAuthority.Validity = .tenYears,
        streamLimit: UInt32 = 100,
        _ script: @escaping Script = { $0.accept($1) }
    ) throws {
        let identity = try Identity(hosts: hosts, validity: validity)
        try self.init(identity, port: 0, streamLimit: streamLimit, script)
    }

    /// A server whose place `again()` can take: a port that the system picked could be another test's by then, so that this
    /// one is from below all that systems pick.
    static func replaceable() throws -> ScriptedAPNs {
        let identity = try Identity(hosts: ["127.0.0.1"], validity: .tenYears)
        while true {
            do {
                return try ScriptedAPNs(identity, port: .random(in: 20_000..<30_000), streamLimit: 100) {
                    $0.accept($1)
                }
            } catch ListenFailure.addressInUse {
                continue
            }
        }
    }

    private init(_ identity: Identity, port: UInt16, streamLimit: UInt32, _ script: @escaping Script) throws {
        self.identity = identity
        self.script = script
        var configuration = ServerSession.Configuration(requestFields: Handler.fields)
        configuration.streamLimit = streamLimit
        let listener = try Listener(
            on: Endpoint(host: "127.0.0.1", port: port),
            tls: .server(
                certificateChain: identity.identity.certificateChain,
                privateKey: identity.identity.privateKey
            ),
            configuration: configuration,
            loops: [loop],
            handler: { [log] _ in Handler(log, script) }
        )
        endpoint = APNsEndpoint(host: "127.0.0.1", port: listener.endpoint.port)
        self.listener = LoopBound(handing: listener, to: loop)
    }

    deinit {
        thaw.signal()
        loop.stop()
    }

    /// Cuts all connections and listens no more.
    func stop() async {
        loop.stop()
        await loop.stopped()
    }

    /// Another server in the place of this one, which is `replaceable` and has stopped.
    func again() throws -> ScriptedAPNs {
        try ScriptedAPNs(identity, port: endpoint.port, streamLimit: 100, script)
    }

    /// From now on the server neither reads nor writes nor closes anything: as a hung machine, or a network that swallows
    /// packets, looks from the other end.
    func freeze() {
        loop.execute { [thaw] in thaw.wait() }
    }

    /// All requests so far.
    var requests: [Request] { log.requests.withLock { $0 } }

    /// A client of this APNs, or of another address, whose pauses are short.
    func client(
        of address: APNsEndpoint? = nil,
        tokens: ProviderTokenSource? = nil,
        _ change: (inout APNsClientConfiguration) -> Void = { _ in }
    ) throws -> APNsClient {
        var configuration = APNsClientConfiguration()
        configuration.trust = .file(identity.authorityFile.path)
        configuration.connectionCount = 1
        configuration.firstRetryDelay = .milliseconds(4)
        configuration.longestRetryDelay = .milliseconds(30)
        change(&configuration)
        return try APNsClient(endpoint: address ?? endpoint, tokens: tokens ?? .fresh(), configuration: configuration)
    }
}

/// What came, for handlers on the loop and for the test.
private final class Log: Sendable {
    let requests = Mutex<[ScriptedAPNs.Request]>([])
}

private final class Handler: ServerSessionHandler {
    static let fields = FieldNames(
        ":path",
        "apns-id",
        "authorization",
        "apns-topic",
        "apns-push-type",
        "apns-priority",
        "apns-expiration",
        "apns-collapse-id"
    )

    private let log: Log
    private let script: ScriptedAPNs.Script

    init(_ log: Log, _ script: @escaping ScriptedAPNs.Script) {
        self.log = log
        self.script = script
    }

    func session(_ session: ServerSession, received request: borrowing ReceivedMessage) {
        let body = request.body.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        let read = log.requests.withLock { requests in
            let read = ScriptedAPNs.Request(
                number: requests.count,
                connection: session.number,
                stream: request.streamID,
                token: String((request.text(of: 0) ?? "").dropFirst("/3/device/".count)),
                id: request.text(of: 1) ?? "",
                authorization: request.text(of: 2) ?? "",
                topic: request.text(of: 3),
                pushType: request.text(of: 4),
                priority: request.text(of: 5),
                expiration: request.text(of: 6),
                collapseID: request.text(of: 7),
                body: body
            )
            requests.append(read)
            return read
        }
        script(session, read)
    }

    func session(_ session: ServerSession, ended cause: ConnectionEnd) {}
}

extension ServerSession {
    func accept(_ request: ScriptedAPNs.Request) {
        answer(request, 200)
    }

    func answer(
        _ request: ScriptedAPNs.Request,
        _ status: Int,
        _ reason: String? = nil,
        fields: [HeaderField] = []
    ) {
        answer(request, status, body: reason.map { #"{"reason":"\#($0)"}"# } ?? "", fields: fields)
    }

    func answer(_ request: ScriptedAPNs.Request, _ status: Int, body: String, fields: [HeaderField] = []) {
        let response = PreparedResponse(
            status: status,
            fields: fields,
            varyingField: "apns-id",
            body: Array(body.utf8)
        )
        respond(to: request.stream, with: response, varyingValue: Array(request.id.utf8).span)
    }
}

extension ProviderTokenSource {
    /// A source with a key of its own.
    static func fresh(now: @escaping @Sendable () -> Date = { Date() }) throws -> ProviderTokenSource {
        let credentials = try APNsCredentials(
            key: P256.PrivateKey.generate(),
            keyID: "ABC123DEFG",
            teamID: "DEF123GHIJ"
        )
        return ProviderTokenSource(credentials: credentials, now: now)
    }
}

extension APNsNotification {
    /// What most tests send.
    static func sample(collapsingBy collapseID: String = "b1") throws -> APNsNotification {
        try APNsNotification(
            payload: APNsPayload(APNsMessage(alert: "Hello")),
            topic: APNsTopic("com.example.app"),
            collapseID: APNsCollapseID(collapseID)
        )
    }
}

extension APNsDelivery {
    /// So many deliveries, to tokens that count up from 0.
    static func samples(_ count: Int) throws -> [APNsDelivery] {
        try (0..<count).map { number in
            let digits = String(number, radix: 16)
            return APNsDelivery(token: try DeviceToken(String(repeating: "0", count: 16 - digits.count) + digits))
        }
    }
}

/// A file that goes with the object.
private final class TemporaryFile: Sendable {
    let path: String

    init(_ content: [UInt8]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("pushy-ca-\(UUID())").path
        try Data(content).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        // What is gone already need not be removed.
        try? FileManager.default.removeItem(atPath: path)
    }
}
