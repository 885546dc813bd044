import PushyServer
import Testing

@Suite("The pages of devices")
struct DevicePagesTests {
    private let token = "abcdef0123456789abcdef0123456789"

    private func address(_ hex: String) throws -> String {
        "/admin/devices/\(TokenAlias(try DeviceToken(hex)).text)"
    }

    @Test("list devices page by page, and tell no token: neither in the text, nor in a link")
    func masked() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(60)
            let browser = try await bench.logIn()
            let first = try await browser.get("/admin/devices").body
            #expect(first.components(separatedBy: "<li>").count == 51)
            let next = try #require(first.firstMatch(of: #/href="(/admin/devices\?after=[^"]*)"/#)?.output.1)
            let second = try await browser.get(String(next)).body
            #expect(second.components(separatedBy: "<li>").count == 11)
            #expect(second.contains(#"<a href="/admin/devices">Back to the first</a>"#))
            for number in 0..<60 {
                #expect(!first.contains(try DeviceToken.numbered(number).hex))
                #expect(!second.contains(try DeviceToken.numbered(number).hex))
            }
        }
    }

    @Test("lead from the first characters to the device, and no address on the way holds the token")
    func search() async throws {
        try await ServiceBench.run { bench in
            _ = try await bench.tokens(#"{"token": "\#(token)", "pro": true, "environment": "sandbox"}"#)
            try await bench.register(3)
            let browser = try await bench.logIn()
            let formToken = try await browser.formToken()
            func search(_ text: String) async throws -> WebAnswer {
                try await browser.post("/admin/devices", [("formToken", formToken), ("prefix", text)])
            }
            for text in ["ABC", token, "<abcdef01 23456789>"] {
                #expect(try await search(text).headers["Location"] == address(token))
            }
            let several = String(repeating: "0", count: 40)
            #expect(try await search(several).headers["Location"] == "/admin/devices?prefix=000000000000")
            #expect(try await search("").headers["Location"] == "/admin/devices")
            #expect(try await search("ffff").body.contains("There is none."))
            let refusal = try await search("xyz")
            #expect(refusal.status == 400)
            #expect(refusal.body.contains("the digits 0 to 9 and the letters a to f"))
            #expect(try await browser.get("/admin/devices?prefix=abc").body.contains("Tokens that begin with abc"))
        }
    }

    @Test("show what is kept of a device, and its token only when it is asked for")
    func record() async throws {
        try await ServiceBench.run { bench in
            _ = try await bench.tokens(#"{"token": "\#(token)", "pro": true, "environment": "sandbox"}"#)
            let browser = try await bench.logIn()
            let page = try await browser.get(address(token)).body
            for text in ["abcdef…6789", "Pro", "Sandbox", "2026-11-30T05:00:00Z"] { #expect(page.contains(text)) }
            #expect(!page.contains(token))
            #expect(try await browser.get(address(token) + "?token=shown").body.contains("<code>\(token)</code>"))
            #expect(try await browser.get("/admin/devices/abcdef-0123456789abcdef").status == 404)
            #expect(try await browser.get("/admin/devices/nothing").status == 404)
        }
    }

    @Test("remove a device once it was asked again, and only from a form of the session")
    func removal() async throws {
        try await ServiceBench.run(budget: KVBudget(plan: .free)) { bench in
            _ = try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#)
            let browser = try await bench.logIn()
            let target = try address(token) + "/remove"
            let question = try await browser.get(target)
            #expect(question.body.contains("It takes one delete of the budget: 0 of 1,000 are used."))
            #expect(try await browser.post(target, []).status == 403)
            #expect(try await bench.service.registry.counts().all == 1)
            let answer = try await browser.post(target, question.inputs.map { ($0.key, $0.value) })
            #expect(answer.headers["Location"] == "/admin/devices?done=removed")
            #expect(try await browser.get("/admin/devices?done=removed").body.contains("The device was removed."))
            #expect(try await bench.service.registry.counts().all == 0)
            #expect(try await browser.post(target, question.inputs.map { ($0.key, $0.value) }).status == 404)
        }
    }

    @Test("say before and after when a device can only be left out, because the deletes are spent")
    func budgetSpent() async throws {
        try await ServiceBench.run(budget: KVBudget(plan: .free, overrides: [.deletes: 0])) { bench in
            _ = try await bench.tokens(#"{"token": "\#(token)", "pro": true}"#)
            let browser = try await bench.logIn()
            let question = try await browser.get(address(token) + "/remove")
            #expect(question.body.contains("All 0 deletes of the budget are spent"))
            let answer = try await browser.post(address(token) + "/remove", question.inputs.map { ($0.key, $0.value) })
            #expect(answer.headers["Location"] == "/admin/devices?done=pending")
            #expect(try await browser.get(address(token)).body.contains("It is left out of broadcasts"))
        }
    }

    @Test("mark a device as a test device under a name, give it another, and forget it")
    func mark() async throws {
        try await ServiceBench.run { bench in
            _ = try await bench.tokens(#"{"token": "\#(token)", "pro": true, "environment": "sandbox"}"#)
            let browser = try await bench.logIn()
            let formToken = [("formToken", try await browser.formToken())]
            let page = try address(token)
            let target = page + "/mark"
            let refusal = try await browser.post(target, formToken + [("deviceName", " ")])
            #expect(refusal.status == 400)
            #expect(refusal.body.contains("Give the device a name."))
            for name in ["My phone", "My <old> phone"] {
                let answer = try await browser.post(target, formToken + [("deviceName", name)])
                #expect(answer.headers["Location"] == page)
            }
            #expect(try await browser.get(page).body.contains("<dd>My &lt;old&gt; phone</dd>"))
            let list = try await browser.get("/admin/devices")
            #expect(list.body.contains(#"<strong dir="auto">My &lt;old&gt; phone</strong>"#))
            #expect(list.body.contains("abcdef…6789, sandbox"))
            let forgotten = formToken + [("device", list.inputs["device"] ?? "")]
            let answer = try await browser.post("/admin/test-devices/forget", forgotten)
            #expect(answer.headers["Location"] == "/admin/devices")
            let after = try await browser.get("/admin/devices").body
            #expect(!after.contains("Test devices"))
        }
    }

    @Test("give all tokens out as the file that the command writes, to programs as well")
    func export() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(1_200)
            var file: [UInt8] = []
            for try await chunk in bench.service.registry.export { file += chunk.bytes }
            let browser = try await bench.logIn().get("/admin/tokens/export")
            #expect(browser.body == String(decoding: file, as: UTF8.self))
            #expect(browser.headers["Content-Disposition"] == #"attachment; filename="tokens.json""#)
            #expect(browser.headers["Content-Type"] == "application/json")
            #expect(try await bench.owner("GET", "/admin/tokens/export").body == browser.body)
        }
    }
}
