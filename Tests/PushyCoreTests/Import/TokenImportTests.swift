import Foundation
import PushyCore
import Testing

@Suite("A token that moves in")
struct TokenImportTests {
    private let token = String(repeating: "ab", count: 32)

    /// The record that is kept of a value and its metadata.
    private func record(_ value: String, metadata: String? = nil) throws -> String {
        let pair = BulkPair(
            key: try KeyName(token),
            value: Array(value.utf8),
            metadata: try metadata.map { try KVMetadata(json: Array($0.utf8)) }
        )
        return String(decoding: try TokenImport(pair).value, as: UTF8.self)
    }

    @Test(
        "keeps a record to the byte that says pro in Pushy's words",
        arguments: [
            #"{"pro":true,"registered":"2026-11-30T05:00:00Z","environment":"production"}"#,
            #"{ "pro" : false, "plan":"pro", "more":[1.50, {"é":null}] }"#,
            #"{"pro":true,"registeredAt":1712345678}"#,
        ]
    )
    func kept(value: String) throws {
        #expect(try record(value) == value)
    }

    @Test(
        "is translated where another service's words are clear, and keeps all that it had besides",
        arguments: [
            (#"{"isPro":true,"name":"é"}"#, #"{"isPro":true,"name":"é","pro":true}"#),
            (#"{"is_premium":0}"#, #"{"is_premium":0,"pro":false}"#),
            (#"{"pro":"true","v":1.0}"#, #"{"pro":true,"v":1.0}"#),
            (#"{"pro":1}"#, #"{"pro":true}"#),
            (#"{"plan":"Premium"}"#, #"{"plan":"Premium","pro":true}"#),
            (#"{"tier":"free","paid":false}"#, #"{"tier":"free","paid":false,"pro":false}"#),
            (
                #"{"isPro":true,"createdAt":1712345678}"#,
                #"{"isPro":true,"createdAt":1712345678,"pro":true,"registered":"2024-04-05T19:34:38Z"}"#
            ),
            (
                #"{"isPro":true,"created_at":1712345678901}"#,
                #"{"isPro":true,"created_at":1712345678901,"pro":true,"registered":"2024-04-05T19:34:38.901Z"}"#
            ),
            (
                #"{"isPro":true,"registered":"2024-04-05T19:34:38+02:00"}"#,
                #"{"isPro":true,"registered":"2024-04-05T19:34:38+02:00","pro":true}"#
            ),
            (#"{"isPro":true,"env":"dev"}"#, #"{"isPro":true,"env":"dev","pro":true,"environment":"sandbox"}"#),
            (#"{"pro":true,"sandbox":false}"#, #"{"pro":true,"sandbox":false,"environment":"production"}"#),
        ]
    )
    func translated(value: String, expected: String) throws {
        #expect(try record(value) == expected)
    }

    @Test(
        "may have had nothing but a word",
        arguments: [
            ("true", true), (#""true""#, true), (" TRUE\n", true), ("1", true), ("pro", true), ("premium", true),
            ("false", false), (#""false""#, false), ("0", false), ("free", false),
        ]
    )
    func bareWord(value: String, pro: Bool) throws {
        #expect(try record(value) == #"{"pro":\#(pro)}"#)
    }

    @Test("may have had metadata instead of a value, or beside one that says something else")
    func metadata() throws {
        #expect(try record("", metadata: #"{"pro":true,"note":"n"}"#) == #"{"pro":true}"#)
        #expect(try record("null", metadata: #"{"isPro":"no"}"#) == #"{"pro":false}"#)
        #expect(try record("", metadata: "true") == #"{"pro":true}"#)
        #expect(
            try record("", metadata: #"{"pro":true,"ts":1712345678,"env":"prod"}"#)
                == #"{"pro":true,"registered":"2024-04-05T19:34:38Z","environment":"production"}"#
        )
        #expect(
            try record("1712345678", metadata: #"{"pro":true}"#)
                == #"{"pro":true,"registered":"2024-04-05T19:34:38Z"}"#
        )
        #expect(try record("Ann's phone", metadata: #"{"pro":true}"#) == #"{"pro":true,"value":"Ann's phone"}"#)
        #expect(try record(#"["a"]"#, metadata: #"{"pro":true}"#) == #"{"pro":true,"value":["a"]}"#)
    }

    @Test(
        "is left out when nothing says for sure what it is",
        arguments: [
            ("", nil), ("hello", nil), ("{}", nil), (#"{"tier":1}"#, nil), (#"{"pro":"maybe"}"#, nil),
            ("1712345678", nil),
            (#"{"isPro":true,"plan":"free"}"#, nil), ("true", #"{"pro":false}"#),
            (#"{"pro":true,"environment":"mars"}"#, nil),
            (#"{"pro":true"#, nil),
        ] as [(String, String?)]
    )
    func leftOut(value: String, metadata: String?) {
        #expect(throws: TokenImportFault.self) { try record(value, metadata: metadata) }
    }

    @Test("is left out when it is no token, or its value no text")
    func noToken() throws {
        let value = Array(#"{"pro":true}"#.utf8)
        #expect(throws: TokenImportFault.self) { try TokenImport(BulkPair(key: try KeyName("user:1"), value: value)) }
        #expect(throws: TokenImportFault.noText) { try TokenImport(BulkPair(key: try KeyName(token), value: [0xff])) }
    }

    @Test("is normalised as a registration is")
    func normalised() throws {
        let pair = BulkPair(key: try KeyName("<\(token.uppercased())>"), value: Array("true".utf8))
        #expect(try TokenImport(pair).key.text == token)
    }

    @Test("is known to be registered when another service's words say so")
    func foreignDate() throws {
        let record = try TokenRecord(Array(#"{"pro":true,"registeredAt":1712345678}"#.utf8))
        #expect(record.registered == Date(timeIntervalSince1970: 1_712_345_678))
    }
}
