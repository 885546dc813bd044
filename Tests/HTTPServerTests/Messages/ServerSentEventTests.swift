import HTTPServer
import Testing

@Suite("A server-sent event")
struct ServerSentEventTests {
    @Test("has a data line for each line, and an empty line at its end")
    func bytes() {
        let event = ServerSentEvent("a\nb", name: "progress\nid: 9", id: "7")
        #expect(String(decoding: event.bytes, as: UTF8.self) == "id: 7\nevent: progress id: 9\ndata: a\ndata: b\n\n")
    }
}
