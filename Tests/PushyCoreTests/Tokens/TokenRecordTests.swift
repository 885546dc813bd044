import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("A token's record")
struct TokenRecordTests {
    private let moment = Date(timeIntervalSince1970: 1_796_014_800)

    @Test("is JSON in one form, without an environment when the app named none")
    func form() {
        let record = TokenRecord(pro: true, environment: nil, at: moment)
        #expect(String(decoding: record.bytes, as: UTF8.self) == #"{"pro":true,"registered":"2026-11-30T05:00:00Z"}"#)
    }

    @Test("keeps what an import brought besides")
    func extras() throws {
        let imported = #"{"name":"iPad","pro":false,"version":1.0}"#
        let former = try TokenRecord(Array(imported.utf8))
        let record = TokenRecord(pro: true, environment: .sandbox, at: moment, over: former)
        #expect(
            String(decoding: record.bytes, as: UTF8.self)
                == #"{"name":"iPad","pro":true,"version":1.0,"registered":"2026-11-30T05:00:00Z","environment":"sandbox"}"#
        )
    }

    @Test("is refused when no audience can be told from it", arguments: ["", "true", "[]", "{}", #"{"pro":"yes"}"#])
    func faults(value: String) {
        #expect(throws: TokenRecordFault.self) { try TokenRecord(Array(value.utf8)) }
    }

    @Test(
        "is seen at a glance, in Pushy's own form and in any other",
        arguments: [
            (#"{"pro":true,"registered":"2026-11-30T05:00:00Z"}"#, true, nil),
            (#"{"pro":false,"registered":"2026-11-30T05:00:00Z","environment":"sandbox"}"#, false, .sandbox),
            (#"{"pro":true,"registered":"2026-11-30T05:00:00Z","environment":"production"}"#, true, .production),
            (#"{ "environment": "sandbox", "pro": true }"#, true, .sandbox),
            (#"{"pro":true,"registered":"2026-11-30T05:00:00Z","environment":"sandbox","name":"x"}"#, true, .sandbox),
        ] as [(String, Bool, APNsEnvironment?)]
    )
    func glance(value: String, pro: Bool, environment: APNsEnvironment?) {
        let bytes = Array(value.utf8)
        let glance = TokenGlance(bytes.span.bytes)
        #expect(glance == TokenGlance(pro: pro, environment: environment))
    }

    @Test(
        "in a form that is no record is seen as none",
        arguments: ["", "{", #"{"pro":1}"#, #"{"pro":true,"registered":""#]
    )
    func noGlance(value: String) {
        let bytes = Array(value.utf8)
        let glance = TokenGlance(bytes.span.bytes)
        #expect(glance == nil)
    }
}
