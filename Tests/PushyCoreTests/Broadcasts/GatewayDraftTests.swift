import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("A draft for all devices of an app")
struct GatewayDraftTests {
    private let moment = Moment().now

    @Test("is for everyone on every platform unless it says otherwise, and the same after it was stored")
    func stored() throws {
        let plain = try draft(["title": "Hello"])
        #expect(plain.message == .everywhere(try GatewayMessage(["title": "Hello"]), .all))
        let full = try draft([
            "body": "a\u{0}b", "data": ["n": 1], "audience": "pro", "platform": ["web", "android"],
            "scheduled_at": "2027-01-01T00:00:00Z", "rate_per_second": 5, "fcm": ["android": ["ttl": "5s"]],
        ])
        #expect(full.selection.audience == .pro)
        #expect(full.ratePerSecond == 5)
        for draft in [plain, full] {
            let broadcast = Broadcast(draft, recipients: 1, at: moment)
            let bytes = try broadcast.json
            let stored = Broadcast(json: bytes.span.bytes)
            #expect(stored == broadcast)
            #expect(broadcast.draft.app.text == "atlas")
        }
    }

    @Test("leaves the default app's own broadcasts as they were stored before there were others")
    func former() throws {
        let stored = #"{"audience":"pro","environment":"sandbox"}"#
        let json = #"{"message":"{\"body\":\"Hello\"}","selection":\#(stored)}"#
        let draft = try JSONDecoder().decode(Draft.self, from: Data(json.utf8))
        #expect(draft.app == .default)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(draft), as: UTF8.self) == json)
    }

    @Test(
        "names the field that is wrong",
        arguments: [
            (["platform": "symbian", "title": "x"], "platform"), (["platform": [], "title": "x"], "platform"),
            (["platform": [1], "title": "x"], "platform"), (["audience": "everyone", "title": "x"], "audience"),
            (["scheduled_at": "2020-01-01T00:00:00Z", "title": "x"], "scheduled_at"),
            (["rate_per_second": 0, "title": "x"], "rate_per_second"),
            (["environment": "sandbox", "title": "x"], "environment"),
            ([:], "body"),
        ] as [(JSONObject, String)]
    )
    func faults(fields: JSONObject, field: String) {
        let fault = #expect(throws: DraftFault.self) { try draft(fields) }
        #expect(fault?.field == field)
    }

    private func draft(_ fields: JSONObject) throws -> Draft {
        try Draft(toAllOf: AppID("atlas"), fields, at: moment)
    }
}
