import HTTPServer
import Testing

@testable import pushy

@Suite("A server's configuration")
struct ServerConfigurationTests {
    private let keys = ["PUSHY_APP_KEY": "app", "PUSHY_ADMIN_KEY": "admin"]

    private func configuration(_ environment: [String: String]) throws -> ServerConfiguration {
        try ServerConfiguration(
            Inputs(flags: [:], environment: keys.merging(environment) { $1 }, file: nil)
        )
    }

    private func complaint(_ environment: [String: String]) -> String? {
        #expect(throws: Complaint.self) { try configuration(environment) }?.sentence
    }

    @Test("has the documented defaults")
    func defaults() throws {
        let configuration = try configuration([:])
        #expect(configuration.web.listen.description == "127.0.0.1:8080")
        #expect(configuration.web.tls == nil)
        #expect(configuration.web.callsPerMinute == 60)
        #expect(configuration.web.trustedProxies == TrustedProxies())
        #expect(configuration.data.path.hasSuffix("/pushy-data"))
        #expect(configuration.apns.production.description == "https://api.push.apple.com")
        #expect(configuration.apns.sandbox.description == "https://api.sandbox.push.apple.com")
        #expect(configuration.apns.connectionCount == 2)
        #expect(configuration.budget.plan == .free)
        #expect(configuration.budget.overrides.isEmpty)
        #expect(configuration.budget.enforced == [.writes, .deletes])
        #expect(configuration.log.format == .text)
    }

    @Test("says what APNs still needs")
    func apnsMissing() throws {
        let configuration = try configuration([
            "PUSHY_APNS_TOPIC": "com.example.app", "PUSHY_APNS_KEY_ID": "ABC123DEFG",
        ])
        #expect(configuration.apns.missingVariables == ["PUSHY_APNS_KEY", "PUSHY_APNS_TEAM_ID"])
    }

    @Test("says how to make the keys when one is missing")
    func missingKey() {
        #expect(
            complaint(["PUSHY_ADMIN_KEY": ""])
                == """
                PUSHY_ADMIN_KEY is missing: make both keys with pushy init and name its file with --env-file pushy.env, \
                or set PUSHY_ADMIN_KEY or PUSHY_ADMIN_KEY_FILE
                """
        )
    }

    @Test("refuses one key for both the app and the owner")
    func sameKey() {
        #expect(
            complaint(["PUSHY_ADMIN_KEY": "app"])?.hasPrefix("PUSHY_APP_KEY and PUSHY_ADMIN_KEY are the same") == true
        )
    }

    @Test("refuses a key that no header can carry, and does not repeat it", arguments: [" padded ", "línea", "a\nb"])
    func unusableKey(key: String) {
        #expect(
            complaint(["PUSHY_APP_KEY": key])
                == "PUSHY_APP_KEY is not usable: take visible ASCII characters, as pushy init does, without spaces around them"
        )
    }

    @Test("sets single budgets by hand, and chooses which refuse")
    func budget() throws {
        let budget = try configuration([
            "PUSHY_KV_PLAN": "paid", "PUSHY_KV_WRITES": "10", "PUSHY_KV_LISTS": "0",
            "PUSHY_KV_ENFORCE": "writes, lists",
        ]).budget
        #expect(budget.plan == .paid)
        #expect(budget.overrides == [.writes: 10, .lists: 0])
        #expect(budget.enforced == [.writes, .lists])
        #expect(try configuration(["PUSHY_KV_ENFORCE": "none"]).budget.enforced.isEmpty)
    }

    @Test("trusts proxies by address and by block")
    func proxies() throws {
        let proxies = try configuration(["PUSHY_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8,fd00::/8"]).web.trustedProxies
        #expect(proxies == TrustedProxies(["127.0.0.1", "10.0.0.0/8", "fd00::/8"].compactMap { IPNetwork($0) }))
    }

    @Test("takes a certificate with its key")
    func certificate() throws {
        let web = try configuration(["PUSHY_TLS_CERT": "/cert.pem", "PUSHY_TLS_KEY": "/key.pem"]).web
        #expect(web.tls == HTTPServer.TLSFiles(certificatePath: "/cert.pem", keyPath: "/key.pem"))
    }

    @Test("refuses a certificate without its key")
    func halfAnIdentity() {
        #expect(
            complaint(["PUSHY_TLS_CERT": "/cert.pem"])
                == "https needs certificate and key, and PUSHY_TLS_KEY is missing: set it as well"
        )
    }

    @Test(
        "names the variable and the mend",
        arguments: [
            ("PUSHY_LISTEN", "8080", "give an address and a port from 0 to 65535, such as 127.0.0.1:8080"),
            ("PUSHY_LISTEN", "127.0.0.1:70000", "give an address and a port from 0 to 65535, such as 127.0.0.1:8080"),
            (
                "PUSHY_LISTEN", "::1:80",
                "give an address before the port, such as 127.0.0.1, 0.0.0.0 for all of IPv4 or [::1]"
            ),
            ("PUSHY_RATE_LIMIT", "-1", "give a number of calls, 0 to 1000000"),
            ("PUSHY_KV_PLAN", "pro", "say free, paid or unlimited"),
            ("PUSHY_KV_PLAN", "unlimted", "say free, paid or unlimited; did you mean unlimited?"),
            ("PUSHY_KV_WRITES", "1e3", "give a number of writes, 0 or more"),
            ("PUSHY_KV_ENFORCE", "writes,delets", "say writes, deletes, reads or lists; did you mean deletes?"),
            ("PUSHY_LOG", "xml", "say text or json"),
            ("PUSHY_APNS_CONNECTIONS", "0", "give a number of connections, 1 to 64"),
            (
                "PUSHY_APNS_PRODUCTION_URL", "http://127.0.0.1:2197",
                "give an address such as https://127.0.0.1:2197, https only and without a path"
            ),
            (
                "PUSHY_TRUSTED_PROXIES", "10.0.0.0/33",
                "give addresses or blocks, separated by commas, such as 127.0.0.1,10.0.0.0/8,::1"
            ),
        ]
    )
    func wrong(variable: String, text: String, mend: String) {
        #expect(complaint([variable: text]) == "\(variable) is \"\(text)\": \(mend)")
    }

    @Test("shows every setting on the owner's page, and no secret")
    func settings() throws {
        let secrets = [
            "PUSHY_APP_KEY": "the app's own", "PUSHY_ADMIN_KEY": "the owner's own", "PUSHY_APNS_KEY": "a p8",
        ]
        .merging(["PUSHY_ALERT_URL": "https://alerts.example/a-secret"]) { $1 }
        let shown = try configuration(secrets.merging(["PUSHY_RATE_LIMIT": "7"]) { $1 }).settings.flatMap(\.settings)
        #expect(Set(shown.map(\.name)) == Set(ServerConfiguration.sections.flatMap(\.flags).map(\.variable)))
        for (name, secret) in secrets {
            #expect(shown.first { $0.name == name }?.value == "set")
            #expect(!shown.contains { $0.value.contains(secret) })
        }
        #expect(shown.first { $0.name == "PUSHY_RATE_LIMIT" }?.value == "7")
        #expect(shown.first { $0.name == "PUSHY_KV_PLAN" }?.isGiven == false)
    }
}
