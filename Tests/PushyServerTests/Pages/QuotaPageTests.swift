import PushyServer
import Testing

@Suite("The page of the budget")
struct QuotaPageTests {
    @Test("is a page for a person, and JSON for a program, at the same address")
    func forms() async throws {
        try await ServiceBench.run(budget: KVBudget(plan: .free)) { bench in
            try await bench.register(3)
            #expect(try await bench.owner("GET", "/admin/quota").json["plan"] == "free")
            let page = try await bench.logIn().get("/admin/quota").body
            #expect(page.contains("<h1>Quota</h1>"))
            #expect(page.contains("3 of 1,000"))
            #expect(page.contains("997 left"))
        }
    }

    @Test("draws what came new, and has the same numbers in a table")
    func chart() async throws {
        try await ServiceBench.run { bench in
            try await bench.register(4)
            bench.moment.advance(by: 3_600)
            try await bench.register(2, from: 10)
            let page = try await bench.logIn().get("/admin/quota").body
            // Of 48 columns the last two, to four fifths and to two fifths of an axis that ends at 5.
            #expect(page.contains(#"<path class="new" d="M461 100v-80h8v80zM471 100v-40h8v40z"/>"#))
            #expect(page.contains(#"<th scope="row">30 Nov, 05:00</th><td>4</td><td>4</td><td>0</td>"#))
            #expect(page.contains(#"<th scope="row">30 Nov</th><td>6</td><td>6</td><td>0</td>"#))
        }
    }

    @Test("draws columns on a line, and says beside each chart whose hours and days they are")
    func groundAndZone() async throws {
        try await ServiceBench.run(budget: KVBudget(plan: .free)) { bench in
            try await bench.register(400)
            let page = try await bench.logIn().get("/admin/quota").body
            #expect(page.ranges(of: #"<line class="base" x1="0" x2="100%" y1="100%" y2="100%"/>"#).count == 2)
            for title in ["The last 48 hours", "The last 30 days"] {
                #expect(page.contains(#"\#(title) <span class="zone">in UTC</span>"#))
            }
            #expect(page.contains(#"A day&#39;s budget <span class="count">1,000</span>"#))
        }
    }

    @Test("says of a quiet time that nothing was written, and draws nothing")
    func quiet() async throws {
        try await ServiceBench.run { bench in
            let page = try await bench.logIn().get("/admin/quota").body
            #expect(page.contains("Nothing was written."))
            #expect(!page.contains("<path"))
            #expect(!page.contains("<table"))
            #expect(page.contains("There is no limit on writes, so none will be refused."))
        }
    }

    @Test("marks a spike in both charts, names it, and says when the budget ends")
    func spike() async throws {
        try await ServiceBench.run(budget: KVBudget(plan: .free)) { bench in
            try await bench.register(200)
            bench.moment.advance(by: 600)
            try await bench.register(200, from: 200)
            let page = try await bench.logIn().get("/admin/quota").body
            #expect(page.contains("A spike is under way:"))
            #expect(page.contains("400 writes in 10 min 0 s, mostly new devices."))
            #expect(page.contains("new registrations are refused from then until 1 Dec 2026, 00:00 UTC."))
            #expect(page.components(separatedBy: #"<rect class="spike""#).count == 3)
            #expect(page.contains(">1 Rollout</text>"))
            #expect(page.contains("<h3>1 Rollout</h3>"))
        }
    }

    @Test("says what was refused, what was saved, and what the paid plan would have changed")
    func words() async throws {
        let budget = KVBudget(plan: .free, overrides: [.writes: 3])
        try await ServiceBench.run(budget: budget) { bench in
            try await bench.register(3)
            _ = try await bench.tokens(#"{"token": "\#(DeviceToken.numbered(1).hex)", "pro": true}"#)
            #expect(try await bench.tokens(#"{"token": "abcdef0123456789", "pro": true}"#).status == 429)
            let page = try await bench.logIn().get("/admin/quota").body
            #expect(page.contains("Today&#39;s writes are spent: new registrations are refused until"))
            #expect(page.contains(#"<span class="fault">1 refused</span>"#))
            #expect(page.contains("<div><dt>Writes</dt><dd>1</dd>"))
            #expect(page.contains("100 % of the writes were passed"))
            #expect(page.contains("these 30 days, with their 4, would have cost $5.00."))
        }
    }

    @Test("does not say that writes are refused where they are only counted")
    func countedOnly() async throws {
        let budget = KVBudget(plan: .free, overrides: [.writes: 2], enforced: [])
        try await ServiceBench.run(budget: budget) { bench in
            try await bench.register(3)
            let page = try await bench.logIn().get("/admin/quota").body
            #expect(page.contains("further writes only count until"))
            #expect(page.contains("; only counted"))
        }
    }
}
