import APNs
import Testing

@Suite("A collapse ID")
struct APNsCollapseIDTests {
    @Test("has at most 64 bytes, counted as bytes")
    func limit() throws {
        #expect(try APNsCollapseID(String(repeating: "é", count: 32)).text.utf8.count == 64)
        #expect(throws: APNsRefusal.collapseIDTooLong(byteCount: 66)) {
            try APNsCollapseID(String(repeating: "é", count: 33))
        }
    }

    @Test("is what a header can carry", arguments: ["", " a", "a ", "a\nb", "a\u{0}"])
    func refusals(text: String) {
        #expect(throws: APNsRefusal.self) { try APNsCollapseID(text) }
    }
}
