import JSON
import Testing

@Suite("JSON")
struct JSONValueTests {
    @Test(
        "comes out as it went in",
        arguments: [
            "null", "true", "false", "0", "-0", "1.0", "1e5", "1E+5", "-12.50", "123456789012345678901234567890",
            "18446744073709551615", #""""#, #""a\"b\\c\n\r\t""#, #""\u0001\u001f""#, "[]", "{}", "[1,[2,{}]]",
            #"{"b":1,"a":{"c":null}}"#, #""é 👋 \#u{7f}""#,
        ]
    )
    func roundTrip(text: String) throws {
        #expect(String(decoding: try JSONValue(reading: Array(text.utf8)).written(), as: UTF8.self) == text)
    }

    @Test(
        "escapes what it must, and nothing else",
        arguments: [(#""\/\b\f\u0041\u00e9\ud83d\ude00""#, #""/\u0008\u000cAé😀""#)]
    )
    func escapes(text: String, written: String) throws {
        #expect(String(decoding: try JSONValue(reading: Array(text.utf8)).written(), as: UTF8.self) == written)
    }

    @Test(
        "is refused where it is none, with the place",
        arguments: [
            ("", JSONFault.Kind.empty, 0), ("  ", .empty, 2), ("{", .endsTooSoon, 1), ("[1", .endsTooSoon, 2),
            (#"{"a""#, .endsTooSoon, 4), (#""abc"#, .endsTooSoon, 4), ("[1,]", .unexpected, 3),
            ("{a:1}", .unexpected, 1), ("'a'", .unexpected, 0), ("nul", .endsTooSoon, 3), ("nulL", .unexpected, 3),
            ("1 2", .moreAfterTheValue, 2), ("01", .number, 0), ("1.", .number, 0), ("-", .number, 0),
            ("1e", .number, 0),
            ("+1", .unexpected, 0), (".5", .unexpected, 0), ("NaN", .unexpected, 0), ("\"\n\"", .controlCharacter, 1),
            (#""\x""#, .escape, 1), (#""\u12g4""#, .escape, 1), (#""\ud800""#, .loneSurrogate, 1),
            (#""\ude00""#, .loneSurrogate, 1), (#""\ud800\u0041""#, .loneSurrogate, 1),
            (#"{"a":1,"a":2}"#, .duplicateName("a"), 7),
        ]
    )
    func faults(text: String, kind: JSONFault.Kind, offset: Int) {
        let fault = #expect(throws: JSONFault.self) { try JSONValue(reading: Array(text.utf8)) }
        #expect(fault?.kind == kind)
        #expect(fault?.offset == offset)
    }

    @Test("is UTF-8, to the shortest form", arguments: [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]])
    func notUTF8(bytes: [UInt8]) {
        let fault = #expect(throws: JSONFault.self) { try JSONValue(reading: [0x22] + bytes + [0x22]) }
        #expect(fault?.kind == .notUTF8)
    }

    @Test("is not nested without end")
    func depth() throws {
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONValue(reading: Array(deepest.utf8)) }
        #expect(throws: JSONFault.self) { try JSONValue(reading: Array(("[" + deepest + "]").utf8)) }
        #expect(throws: JSONFault.self) {
            try JSONValue(reading: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test("is written as the same bytes in its canonical form, whatever order its members came in")
    func canonical() throws {
        let texts = [#"{"b":[{"y":1,"x":2.0}],"a":"\u00e9"}"#, #" { "a" : "é", "b":[ {"x":2.0,"y":1} ] } "#]
        let written = try texts.map { text in
            guard case .object(let object) = try JSONValue(reading: Array(text.utf8)) else { return "" }
            return String(decoding: JSONValue.object(object.canonical).written(), as: UTF8.self)
        }
        #expect(written == Array(repeating: #"{"a":"é","b":[{"x":2.0,"y":1}]}"#, count: 2))
    }

    @Test("may begin with a byte order mark, which is ignored")
    func byteOrderMark() throws {
        #expect(try JSONValue(reading: [0xef, 0xbb, 0xbf, UInt8(ascii: "1")]) == 1)
    }

    @Test("keeps a whole double a double, and has no number for infinity")
    func doubles() {
        #expect(JSONNumber(1.0)?.text == "1.0")
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
    }
}
