import FCM
import JSON
import PushCrypto
import ServiceStandIns
import Testing

@Suite("A service account")
struct ServiceAccountTests {
    private let json: JSONObject

    init() throws {
        guard case .object(let object) = try Self.sample.get() else { throw ServiceAccountFault.notAnObject }
        json = object
    }

    /// A key of RSA takes a moment to make.
    private static let sample = Result { try FCMStandIn().account }

    @Test("is read from Google's JSON, other members or not")
    func reading() throws {
        var more = json
        more["universe_domain"] = "googleapis.com"
        let account = try ServiceAccount(.object(more))
        #expect(account.projectID == "a-project")
        #expect(account.privateKeyID == "a-key")
    }

    @Test("asks Google for tokens unless it says otherwise")
    func tokenURI() throws {
        var plain = json
        plain["token_uri"] = nil
        #expect(try ServiceAccount(.object(plain)).tokenURI == "https://oauth2.googleapis.com/token")
    }

    @Test("says what is missing", arguments: ["project_id", "client_email", "private_key_id", "private_key"])
    func missing(name: String) {
        var lacking = json
        lacking[name] = nil
        #expect(throws: ServiceAccountFault.missing(name)) { try ServiceAccount(.object(lacking)) }
    }

    @Test(
        "says what is not what it should be",
        arguments: [
            ("project_id", JSONValue.string("../x")), ("project_id", ""), ("client_email", "nobody"),
            ("token_uri", "http://oauth2.googleapis.com/token"), ("token_uri", "token"), ("private_key", 7),
        ]
    )
    func malformed(name: String, value: JSONValue) {
        var wrong = json
        wrong[name] = value
        #expect(throws: ServiceAccountFault.malformed(name)) { try ServiceAccount(.object(wrong)) }
    }

    @Test("is neither another kind of credential nor something else")
    func others() {
        var user = json
        user["type"] = "authorized_user"
        #expect(throws: ServiceAccountFault.otherType("authorized_user")) { try ServiceAccount(.object(user)) }
        #expect(throws: ServiceAccountFault.notAnObject) { try ServiceAccount([]) }
    }

    @Test("has an RSA key that signs")
    func keys() throws {
        var wrong = json
        wrong["private_key"] = .string(try P256.PrivateKey.generate().pem)
        #expect(throws: ServiceAccountFault.key(.notRSA("EC"))) { try ServiceAccount(.object(wrong)) }
        wrong["private_key"] = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        #expect(throws: ServiceAccountFault.key(.damaged)) { try ServiceAccount(.object(wrong)) }
    }
}
