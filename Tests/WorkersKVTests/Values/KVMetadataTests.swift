import Testing
import WorkersKV

@Suite("Metadata")
struct KVMetadataTests {
    @Test("is any JSON value", arguments: ["null", "true", "12.50", "\"text\"", "[1,2]", "{\"a\":{\"b\":[null]}}"])
    func anyValue(json: String) throws {
        #expect(try KVMetadata(json: [UInt8](json)).json == [UInt8](json))
    }

    @Test("loses the blanks between its parts and none within its strings")
    func blanks() throws {
        let metadata = try KVMetadata(json: [UInt8]("{ \"a b\\\" c\" :\n\t[ 1 , 2.0 ] }"))
        #expect(String(decoding: metadata.json, as: UTF8.self) == "{\"a b\\\" c\":[1,2.0]}")
    }

    @Test("is at most 1,024 bytes long")
    func limit() throws {
        let longest = "\"" + String(repeating: "x", count: 1022) + "\""
        #expect(try KVMetadata(json: [UInt8](longest)).json.count == 1024)
        #expect(throws: KVRefusal.metadataTooLong(byteCount: 1025)) {
            try KVMetadata(json: [UInt8]("\"" + String(repeating: "x", count: 1023) + "\""))
        }
    }

    @Test("refuses what is no JSON", arguments: ["", "{", "1 2", "text", "{\"a\":}", "[1,]x"])
    func malformed(json: String) {
        #expect(throws: KVRefusal.malformedMetadata) { try KVMetadata(json: [UInt8](json)) }
    }

    @Test("refuses JSON that is not UTF-8")
    func encoding() {
        let utf16: [UInt8] = [0x7b, 0, 0x7d, 0]
        #expect(throws: KVRefusal.malformedMetadata) { try KVMetadata(json: utf16) }
        #expect(throws: KVRefusal.malformedMetadata) { try KVMetadata(json: [0x22, 0xff, 0x22]) }
    }
}
