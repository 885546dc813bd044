import PushyCore
import Testing

@Suite("A bulk file")
struct BulkReaderTests {
    /// The keys of the pairs, and a dash for what is none.
    private func keys(_ text: String) throws -> [String] {
        var reader = try BulkReader(Array(text.utf8))
        var keys: [String] = []
        while let element = try reader.next() { keys.append((try? element.pair.get().key.text) ?? "-") }
        return keys
    }

    @Test("gives its pairs in their order")
    func order() throws {
        #expect(try keys(#"[{"key":"a","value":"1"},{"key":"b","value":"2"}]"#) == ["a", "b"])
        #expect(try keys("\u{feff} [ ] \n") == [])
    }

    @Test("is not confused by brackets, commas and quotes inside of texts")
    func nested() throws {
        let text = #"[ {"key":"a],[\"","value":"{\"x\":[1,2]}"} , {"key":"b\\","value":{"y":["]"]}} ]"#
        #expect(try keys(text) == [#"a],[""#, #"b\"#])
    }

    @Test("goes on after an element that is no pair")
    func faults() throws {
        #expect(
            try keys(#"[7, {"key":"a","value":"1"}, {"key" "b"}, ["key"], {"key":"c","value":"3"}]"#) == [
                "-", "a", "-", "-", "c",
            ]
        )
    }

    @Test(
        "that is no array, or was cut off, or goes on after its end, is refused",
        arguments: [
            "", "7", "[", "{", #"{"a""#, #"{"a":"1""#, #"{"a":"1"} and more"#, #"[{"key":"a","value":"1"}"#,
            #"[{"key":"a"#, "[1 2", "[] []", "[1],",
        ]
    )
    func malformed(text: String) {
        #expect(throws: BulkFault.self) { try keys(text) }
    }

    @Test("may be an object of values by key, as wrangler prints it, with null for what is missing")
    func object() throws {
        let text = """
            {
              "a": "1",
              "b": {"pro": true, "value": 1, "more": 2},
              "c": {"value": "3", "metadata": {"m": 1}},
              "d": null
            }

            Success!

            """
        var reader = try BulkReader(Array(text.utf8))
        var pairs: [BulkPair?] = []
        while let element = try reader.next() { pairs.append(try? element.pair.get()) }
        #expect(pairs.map { $0?.key.text } == ["a", "b", "c", nil])
        #expect(pairs[0]?.value == Array("1".utf8))
        #expect(pairs[1]?.value == Array(#"{"pro":true,"value":1,"more":2}"#.utf8))
        #expect(pairs[2]?.value == Array("3".utf8))
        #expect(pairs[2]?.metadata?.json == Array(#"{"m":1}"#.utf8))
    }

    @Test("may be an object within the API's envelope")
    func envelope() throws {
        let text = """
            {"success":true,"errors":[],"messages":[],"result":{"values":{"a":"1","b":"2"}},"result_info":{"n":1}}
            """
        #expect(try keys(text) == ["a", "b"])
        #expect(try keys(#"{"values":{"a":"1"}, "z":"2"}"#) == ["a", "z"])
        #expect(try keys(#"{"values":{}}"#) == [])
        #expect(try keys("{}") == [])
    }

    @Test("may be a list of keys with their metadata")
    func keyList() throws {
        #expect(try keys(#"[{"name":"a","metadata":{"pro":true}},{"name":"b"}]"#) == ["a", "-"])
    }

    @Test("is the same however it comes in chunks", arguments: 1...9)
    func chunks(size: Int) throws {
        let text = "\u{feff}" + #"[{"key":"a\"]","value":"é"}, 7 ,{"key":"b","value":{"x":[1]}}] "#
        var rest = Array(text.utf8)[...]
        var reader = try BulkReader { () throws(BulkFault) in
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        var keys: [String] = []
        while let element = try reader.next() { keys.append((try? element.pair.get().key.text) ?? "-") }
        #expect(keys == [#"a"]"#, "-", "b"])
    }

    @Test("gives back what is left out with the reason, fit to be read again")
    func rejects() throws {
        var reader = try BulkReader(Array(#"[{"key":"a","value":"1","reason":"old"}, 7, {"key" 1}]"#.utf8))
        var lines: [String] = []
        while let element = try reader.next() {
            lines.append(String(decoding: element.rejected(because: "why").written(), as: UTF8.self))
        }
        #expect(
            lines == [
                #"{"key":"a","value":"1","reason":"why"}"#, #"{"element":7,"reason":"why"}"#,
                #"{"text":"{\"key\" 1}","reason":"why"}"#,
            ]
        )
    }
}
