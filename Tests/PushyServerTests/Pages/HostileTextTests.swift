import PushyServer
import Testing

@Suite("Hostile text")
struct HostileTextTests {
    private static let hostile =
        #""><script>alert(1)</script><img src=x onerror='alert(2)'>{{formToken}}</textarea>&lt;"#

    /// The fields that are free text, each with something around that makes the draft a good one.
    private static let fields = [
        "title", "subtitle", "body", "url", "sound", "threadId", "category", "collapseId", "data", "payload",
    ]

    @Test("in a field is text in each page that shows it")
    func inert() async throws {
        try await ServiceBench.run { bench in
            for field in Self.fields {
                try await bench.register(1)
                let browser = try await bench.logIn()
                let value =
                    switch field {
                    case "data": try json(["a": .string(Self.hostile)])
                    case "payload": try json(["aps": ["alert": .string(Self.hostile)]])
                    case "collapseId": String(Self.hostile.prefix(60))
                    default: Self.hostile
                    }
                let form = try await browser.get("/admin").inputs.map { ($0.key, $0.value) }
                let given = form + [(field, value)] + (field == "body" || field == "payload" ? [] : [("body", "Hello")])
                let confirmation = try await browser.post("/admin/broadcasts", given)
                #expect(confirmation.status == 200)
                try expectInert(confirmation)
                try expectInert(
                    try await browser.post("/admin/compose", confirmation.inputs.map { ($0.key, $0.value) })
                )
                let sent = try await browser.post("/admin/broadcasts", confirmation.inputs.map { ($0.key, $0.value) })
                let address = try #require(sent.headers["Location"])
                let id = address.split(separator: "/").last ?? ""
                for target in [address, "/admin", "/admin/broadcasts", "/admin?again=\(id)"] {
                    try expectInert(try await browser.get(target))
                }
                let message = try await bench.owner("GET", address).json["message"]
                if case .string(let text)? = message?[field] { #expect(text == value) }
            }
        }
    }

    @Test("in a field that must be something else comes back as text, with what is wrong")
    func refused() async throws {
        let cases: [String] = [
            "badge", "image", "interruptionLevel", "relevanceScore", "expiration", "priority", "pushType", "token",
            "ratePerSecond", "scheduledAt", "audience", "environment", "data", "payload", "a stranger's field",
        ]
        try await ServiceBench.run { bench in
            for field in cases {
                let browser = try await bench.logIn()
                let form = try await browser.get("/admin").inputs.map { ($0.key, $0.value) }
                let page = try await browser.post(
                    "/admin/broadcasts",
                    form + [(field, Self.hostile), ("body", "Hello")]
                )
                #expect(page.status == 400)
                try expectInert(page)
            }
        }
    }

    @Test("in a device's record, in its metadata or in a search is text on the pages of devices")
    func devices() async throws {
        try await ServiceBench.run { bench in
            let tokens = try await bench.store.namespace(titled: TokenRegistry.namespaceTitle)
            let values = [try json(["pro": true, "registered": .string(Self.hostile)]), Self.hostile]
            let metadata = try KVMetadata(json: JSONValue.string(Self.hostile).written())
            let browser = try await bench.logIn()
            for (number, value) in values.enumerated() {
                let token = try DeviceToken.numbered(number)
                let key = try KeyName(token.hex)
                try await bench.store.commit { transaction throws(KVError) in
                    try transaction.put(Array(value.utf8), for: key, in: tokens, metadata: metadata)
                }
                let page = try await browser.get("/admin/devices/\(TokenAlias(token).text)")
                #expect(page.status == 200)
                #expect(page.body.contains("&lt;script&gt;alert(1)"))
                try expectInert(page)
            }
            try expectInert(try await browser.get("/admin/devices"))
            let form = [("formToken", try await browser.formToken()), ("prefix", Self.hostile)]
            let refusal = try await browser.post("/admin/devices", form)
            #expect(refusal.status == 400)
            try expectInert(refusal)
            try expectInert(
                try await browser.get("/admin/devices?prefix=%22%3E%3Cscript%3E&after=%3Cimg&done=%3Cscript%3E")
            )
        }
    }

    @Test("in a finding of the check or in a setting is text on the page of keys")
    func keys() async throws {
        var configuration = PushyService.Configuration.usual
        let finding = Finding(verdict: .wrong, subject: Self.hostile, sentence: Self.hostile)
        configuration.check = SendingCheck(credentials: [finding], endpoints: [:], probe: nil)
        let setting = SettingGroup.Setting(
            name: Self.hostile,
            meaning: Self.hostile,
            value: Self.hostile,
            isGiven: true
        )
        configuration.settings = [SettingGroup(title: Self.hostile, settings: [setting])]
        try await ServiceBench.run(configuration) { bench in
            let browser = try await bench.logIn()
            _ = try await browser.post("/admin/keys/check", [("formToken", try await browser.formToken())])
            let page = try await browser.get("/admin/keys")
            #expect(page.body.components(separatedBy: "&lt;script&gt;alert(1)").count == 7)
            try expectInert(page)
        }
    }

    @Test("in an address, in the login's way back or in a header is text too")
    func addresses() async throws {
        try await ServiceBench.run { bench in
            let browser = try await bench.logIn()
            let encoded = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"
            for target in ["/admin/broadcasts/\(encoded)", "/admin/broadcasts?cursor=\(encoded)", "/admin/\(encoded)"] {
                try expectInert(try await browser.get(target))
            }
            try expectInert(try await bench.client.send("GET", "/admin/login?next=\(encoded)"))
            let answer = try await bench.client.send(
                "POST",
                "/admin/login",
                headers: Browser.headers,
                body: Browser.encode([("password", "x"), ("next", Self.hostile)])
            )
            try expectInert(answer)
        }
    }

    private func json(_ value: JSONValue) throws -> String {
        String(decoding: value.written(), as: UTF8.self)
    }

    /// What a browser would take for markup of its own is not in the page.
    private func expectInert(_ answer: WebAnswer) throws {
        #expect(!answer.body.contains("<script>"))
        #expect(!answer.body.contains("<img"))
        #expect(
            answer.body.components(separatedBy: "</textarea>").count
                == answer.body.components(separatedBy: "<textarea").count
        )
    }
}
