import Foundation
import HTTP2
import JSON
import PushCrypto
import Synchronization

/// A push service on this machine and the browsers that listen to it: it checks headers and VAPID, decrypts what it takes
/// with the browser's keys, and fails as it is told.
public final class PushServiceStandIn: Sendable {
    /// Where it listens, and what it was asked.
    public let server: StandInServer

    private let desk: PushDesk

    /// What a browser was handed.
    public struct Delivery: Hashable, Sendable {
        /// The browser.
        public let name: String
        /// What its service worker gets.
        public let plaintext: [UInt8]
        /// The fields of the request.
        public let fields: [String: String]
    }

    /// Listens on a port that the system picks; `now` is the clock that VAPID tokens are checked by.
    public init(isRemembering: Bool = true, now: @escaping @Sendable () -> Date = { Date() }) throws {
        let desk = PushDesk(now: now)
        server = try StandInServer(isRemembering: isRemembering) { desk.reply(to: $0) }
        desk.origin.withLock { [url = server.url] in $0 = url }
        self.desk = desk
    }

    /// The entry of PUSHY_WEBPUSH_HOSTS that allows it.
    public var hostEntry: String { "localhost:\(server.port)" }

    /// A new browser's subscription, as JSON.
    public func subscribe(_ name: String) throws -> JSONValue {
        subscribe(name, key: try .generate(), secret: SecureRandom.bytes(16))
    }

    /// The same for a browser that has its keys.
    public func subscribe(_ name: String, key: P256.AgreementKey, secret: [UInt8]) -> JSONValue {
        let browser = PushDesk.Browser(key: key, secret: secret)
        desk.browsers.withLock { $0[name] = browser }
        return [
            "endpoint": .string("\(server.url)/push/\(name)"), "expirationTime": nil,
            "keys": [
                "p256dh": .string(Base64URL.encode(browser.key.point.bytes)),
                "auth": .string(Base64URL.encode(browser.secret)),
            ],
        ]
    }

    /// What is done about messages to a browser from now on, in place of taking them.
    public func fail(_ name: String, _ reply: StandInReply?) {
        desk.faults.withLock { $0[name] = reply }
    }

    /// What browsers were handed.
    public var deliveries: [Delivery] { desk.deliveries.withLock { $0 } }
}

/// What decides about requests.
final class PushDesk: Sendable {
    let origin = Mutex("")
    let browsers = Mutex<[String: Browser]>([:])
    let faults = Mutex<[String: StandInReply]>([:])
    let deliveries = Mutex<[PushServiceStandIn.Delivery]>([])
    private let now: @Sendable () -> Date

    struct Browser: Sendable {
        let key: P256.AgreementKey
        let secret: [UInt8]
    }

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    func reply(to request: StandInRequest) -> StandInReply {
        let name = String(request.path.dropFirst("/push/".count))
        guard request.path.hasPrefix("/push/"), let browser = browsers.withLock({ $0[name] }) else {
            return .answer(404)
        }
        if let fault = faults.withLock({ $0[name] }) { return fault }
        guard let lifetime = request.fields["ttl"], UInt32(lifetime) != nil,
            request.fields["content-encoding"] == "aes128gcm"
        else { return .answer(400, body: Array("missing TTL or encoding".utf8)) }
        let vapid = VAPIDCheck(request.fields["authorization"] ?? "")
        guard let vapid, vapid.holds(for: origin.withLock { $0 }, at: now()) else {
            return .answer(403, body: Array("BadJwtToken".utf8))
        }
        guard request.body.count <= 4096 else { return .answer(413) }
        guard let plaintext = browser.open(request.body) else { return .answer(400, body: Array("unreadable".utf8)) }
        deliveries.withLock { $0.append(.init(name: name, plaintext: plaintext, fields: request.fields)) }
        return .answer(201)
    }
}

extension PushDesk.Browser {
    /// Decrypts as a browser does. Source: RFC 8188 and RFC 8291.
    func open(_ body: [UInt8]) -> [UInt8]? {
        guard body.count >= 86 + 17, body[20] == 65, let sender = try? P256.Point(Array(body[21..<86])),
            let secret = try? key.sharedSecret(with: sender)
        else { return nil }
        let info = Array("WebPush: info\0".utf8) + key.point.bytes + sender.bytes
        let material = HKDF.expand(HKDF.extract(secret, salt: self.secret), info: info, byteCount: 32)
        let pair = HKDF.extract(material, salt: Array(body[..<16]))
        let cipher = HKDF.expand(pair, info: Array("Content-Encoding: aes128gcm\0".utf8), byteCount: 16)
        let nonce = HKDF.expand(pair, info: Array("Content-Encoding: nonce\0".utf8), byteCount: 12)
        guard let record = try? AESGCM.Key(cipher)?.open(Array(body[86...]), nonce: nonce),
            let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2
        else { return nil }
        return Array(record[..<end])
    }
}

/// The `Authorization` of a request, as a service checks it. Source: RFC 8292.
struct VAPIDCheck {
    private let token: JSONWebToken
    private let key: P256.PublicKey

    init?(_ header: String) {
        guard header.hasPrefix("vapid t="), let comma = header.firstRange(of: ", k="),
            let token = JSONWebToken(String(header[..<comma.lowerBound].dropFirst("vapid t=".count))),
            let point = Base64URL.decode(String(header[comma.upperBound...])),
            let key = try? P256.PublicKey(point: point)
        else { return nil }
        self.token = token
        self.key = key
    }

    func holds(for origin: String, at moment: Date) -> Bool {
        guard token.isSigned(by: key), let claims = try? JSONValue(reading: token.claims),
            case .number(let ends) = claims["exp"], let seconds = ends.integer
        else { return false }
        let rest = TimeInterval(seconds) - moment.timeIntervalSince1970
        return claims["aud"] == .string(origin) && rest > 0 && rest <= 86_400
    }
}
