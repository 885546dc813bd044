import Foundation
import JSON
import PushCrypto
import Synchronization

/// An FCM on this machine with the token endpoint that goes with it: it checks assertions and access tokens, takes
/// messages, and fails as it is told.
public final class FCMStandIn: Sendable {
    /// Where both listen, and what they were asked.
    public let server: StandInServer
    /// The JSON of the service account that it knows.
    public let account: JSONValue

    private let desk: Desk

    /// One for all: a key of RSA takes long to make.
    private static let key = Result { try RSA.PrivateKey.generate() }

    /// Both listen on one port that the system picks.
    public init(isRemembering: Bool = true) throws {
        let key = try Self.key.get()
        let desk = Desk(verifier: try key.publicKey)
        server = try StandInServer(isRemembering: isRemembering) { desk.reply(to: $0) }
        desk.tokenURI.withLock { [url = server.url] in $0 = "\(url)/token" }
        account = [
            "type": "service_account", "project_id": "a-project", "private_key_id": "a-key",
            "private_key": .string(try key.pem), "client_email": .string(Desk.email),
            "token_uri": .string("\(server.url)/token"),
        ]
        self.desk = desk
    }

    /// What is done about messages to a token from now on.
    public func fail(_ token: String, _ fault: FCMFault?) {
        desk.faults.withLock { $0[token] = fault }
    }

    /// What is done about the next messages to a token; those after them are taken.
    public func fail(_ token: String, _ fault: FCMFault, times: Int) {
        desk.passingFaults.withLock { $0[token] = (fault, times) }
    }

    /// Has the token endpoint answer so from now on; nothing lets it do its work.
    public func answerTokenRequests(_ reply: StandInReply?) {
        desk.tokenReply.withLock { $0 = reply }
    }

    /// How long tokens live from now on, as the answer writes it.
    public func setTokenLifetime(_ json: JSONValue) {
        desk.lifetime.withLock { $0 = json }
    }

    /// Takes no access token any more that was given until now.
    public func revokeAccessTokens() {
        desk.accessTokens.withLock { $0.revokedCount = $0.count }
    }

    /// The bodies of the requests to the token endpoint.
    public var tokenRequests: [StandInRequest] { server.requests.filter { $0.path == "/token" } }

    /// The messages that came, refused ones included.
    public var messages: [JSONValue] {
        server.requests.filter { $0.path != "/token" }.compactMap { try? JSONValue(reading: $0.body) }
    }
}

/// What decides about requests.
private final class Desk: Sendable {
    static let email = "sender@a-project.iam.gserviceaccount.com"

    let tokenURI = Mutex("")
    let faults = Mutex<[String: FCMFault]>([:])
    let passingFaults = Mutex<[String: (fault: FCMFault, times: Int)]>([:])
    let tokenReply = Mutex<StandInReply?>(nil)
    let lifetime = Mutex<JSONValue>(3600)
    let accessTokens = Mutex(AccessTokens())
    private let verifier: RSA.PublicKey

    struct AccessTokens {
        var count = 0
        var revokedCount = 0
    }

    init(verifier: RSA.PublicKey) {
        self.verifier = verifier
    }

    func reply(to request: StandInRequest) -> StandInReply {
        switch request.path {
        case "/token": tokenReply.withLock { $0 } ?? token(for: request)
        case "/v1/projects/a-project/messages:send": message(request)
        default: .answer(404)
        }
    }

    private func message(_ request: StandInRequest) -> StandInReply {
        guard isGood(request.fields["authorization"] ?? "") else {
            return .json(
                401,
                #"{"error":{"code":401,"message":"Request had invalid authentication credentials.","status":"UNAUTHENTICATED"}}"#
            )
        }
        guard case .string(let token) = (try? JSONValue(reading: request.body))?["message"]?["token"] else {
            return FCMFault.badPayload.reply
        }
        return fault(of: token)?.reply ?? .json(200, #"{"name":"projects/a-project/messages/1"}"#)
    }

    private func fault(of token: String) -> FCMFault? {
        let passing = passingFaults.withLock { faults -> FCMFault? in
            guard let (fault, times) = faults[token] else { return nil }
            faults[token] = times > 1 ? (fault, times - 1) : nil
            return fault
        }
        return passing ?? faults.withLock { $0[token] }
    }

    private func isGood(_ authorization: String) -> Bool {
        guard let number = Int(authorization.dropFirst("Bearer access-".count)) else { return false }
        return accessTokens.withLock { number > $0.revokedCount && number <= $0.count }
    }

    private func token(for request: StandInRequest) -> StandInReply {
        let form = String(decoding: request.body, as: UTF8.self).split(separator: "&")
        let prefix = "assertion="
        guard form.contains("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"),
            let field = form.first(where: { $0.hasPrefix(prefix) }),
            let assertion = JSONWebToken(String(field.dropFirst(prefix.count))), assertion.isSigned(by: verifier),
            let claims = try? JSONValue(reading: assertion.claims), isGood(claims)
        else {
            return .json(400, #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#)
        }
        let number = accessTokens.withLock { tokens in
            tokens.count += 1
            return tokens.count
        }
        let answer: JSONValue = [
            "access_token": .string("access-\(number)"), "expires_in": lifetime.withLock { $0 },
            "token_type": "Bearer",
        ]
        return .json(200, String(decoding: answer.written(), as: UTF8.self))
    }

    private func isGood(_ claims: JSONValue) -> Bool {
        guard case .number(let issued) = claims["iat"], case .number(let ends) = claims["exp"],
            let from = issued.integer,
            let to = ends.integer
        else { return false }
        return claims["iss"] == .string(Self.email) && claims["aud"] == .string(tokenURI.withLock { $0 })
            && claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging" && to - from == 3600
    }
}
