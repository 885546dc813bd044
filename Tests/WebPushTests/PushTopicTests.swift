import Testing
import WebPush

@Suite("A topic")
struct PushTopicTests {
    @Test(
        "is a name that the header can carry as it is",
        arguments: ["sale", "a-b_c1", String(repeating: "x", count: 32)]
    )
    func plain(name: String) {
        #expect(PushTopic(name).text == name)
    }

    @Test(
        "is 32 characters of a digest for every other name",
        arguments: ["", "a", "abcde", "é", "a b", "a=bc", String(repeating: "x", count: 33)]
    )
    func hashed(name: String) {
        let text = PushTopic(name).text
        #expect(text.utf8.count == 32)
        #expect(text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") })
        #expect(PushTopic(name) == PushTopic(name))
        #expect(PushTopic(name) != PushTopic(name + "x"))
    }
}
