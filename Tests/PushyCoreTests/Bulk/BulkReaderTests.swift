import PushyCore
import Testing

@Suite("A bulk file")
struct BulkReaderTests {
    /// The keys of the pairs, and a dash for what is none.
    private func keys(_ text: String) throws -> [String] {
        var reader = try BulkReader(Array(text.utf8))
        var keys: [String] = []
        while let element = try reader.next() { keys.append((try? element.get().key.text) ?? "-") }
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
        arguments: ["", "{}", "[", #"[{"key":"a","value":"1"}"#, #"[{"key":"a"#, "[1 2", "[] []", "[1],"]
    )
    func malformed(text: String) {
        #expect(throws: BulkFault.self) { try keys(text) }
    }
}
