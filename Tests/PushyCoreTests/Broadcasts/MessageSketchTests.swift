import APNs
import PushyCore
import Testing

@Suite("A message while it is being written")
struct MessageSketchTests {
    @Test("has the size that its payload will have")
    func size() throws {
        let fields = try fields(#"{"title": "שלום", "body": "🎉", "data": {"a": 1.50}}"#)
        let sketch = try MessageSketch(fields)
        let payload = try Message(fields).payload
        #expect(sketch.payload == payload.text)
        #expect(sketch.byteCount == payload.byteCount)
        #expect(sketch.byteLimit == 4_096)
        #expect(sketch.alert.title == "שלום")
    }

    @Test("has a size even when it is too large")
    func tooLarge() throws {
        let fields = try fields(#"{"body": "\#(String(repeating: "x", count: 5_000))"}"#)
        #expect(throws: DraftFault.self) { try Message(fields) }
        #expect(try MessageSketch(fields).byteCount == 5_000 + #"{"aps":{"alert":{"body":""}}}"#.utf8.count)
    }

    @Test("shows what a whole payload shows, or nothing where it wakes the app alone")
    func whole() throws {
        let sketch = try MessageSketch(fields(#"{"payload": {"aps": {"alert": "Just this"}}}"#))
        #expect(sketch.alert.body == "Just this")
        #expect(!sketch.isBackground)
        #expect(try MessageSketch(fields(#"{"pushType": "background"}"#)).isBackground)
    }

    private func fields(_ json: String) throws -> JSONObject {
        guard case .object(let object) = try JSONValue(reading: Array(json.utf8)) else { return JSONObject() }
        return object
    }
}
