import Testing
import WorkersKV

@Suite("A list cursor")
struct ListCursorTests {
    @Test("comes back as the key that it was made of", arguments: ["a", "~?>é😀", String(repeating: "z", count: 512)])
    func roundTrip(name: String) throws {
        let cursor = ListCursor(after: try KeyName(name))
        #expect(try ListCursor(cursor.text) == cursor)
    }

    @Test("is fit for a URL, and does not show the key")
    func text() throws {
        let text = ListCursor(after: try KeyName("~?>é😀/+")).text
        #expect(text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") })
        #expect(!text.contains("~"))
    }

    @Test("refuses what is none", arguments: ["", "nonsense!", "AAAA", "AQ", "Af__"])
    func malformed(text: String) {
        #expect(throws: KVRefusal.malformedCursor) { try ListCursor(text) }
    }
}
