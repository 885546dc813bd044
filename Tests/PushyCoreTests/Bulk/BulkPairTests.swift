import APNs
import PushyCore
import Testing
import WorkersKV

@Suite("A pair of a bulk file")
struct BulkPairTests {
    private func pair(_ text: String) throws -> BulkPair {
        try BulkPair(JSONValue(reading: Array(text.utf8)))
    }

    @Test("has a key and a value, and whatever else belongs to it")
    func members() throws {
        let pair = try pair(#"{"key":"k","value":"v","expiration":1800000000,"metadata":{"a":[1, 2.50]}}"#)
        #expect(pair.key.text == "k")
        #expect(pair.value == Array("v".utf8))
        #expect(pair.expiration == .at(unixSeconds: 1_800_000_000))
        #expect(pair.metadata?.json == Array(#"{"a":[1,2.50]}"#.utf8))
    }

    @Test("may carry bytes as base64")
    func base64() throws {
        #expect(try pair(#"{"key":"k","value":"AP8=","base64":true}"#).value == [0, 0xff])
        #expect(try pair(#"{"key":"k","value":"AP8="}"#).value == Array("AP8=".utf8))
    }

    @Test("takes JSON that is no text for its own text, and null for no metadata")
    func objectAsValue() throws {
        let pair = try pair(#"{"key":"k","value":{"pro": true},"metadata":null}"#)
        #expect(pair.value == Array(#"{"pro":true}"#.utf8))
        #expect(pair.metadata == nil)
    }

    @Test("comes back as it was written", arguments: [[UInt8]("é\"\n".utf8), [0, 0xff], []])
    func roundTrip(value: [UInt8]) throws {
        let pair = BulkPair(
            key: try KeyName("k"),
            value: value,
            expiration: .at(unixSeconds: 1_800_000_000),
            metadata: try KVMetadata(json: Array(#"{"n":1.0}"#.utf8))
        )
        #expect(try BulkPair(JSONValue(reading: pair.json)) == pair)
    }

    @Test(
        "is nothing else",
        arguments: [
            "7", "{}", #"{"key":"k","value":null}"#, #"{"key":"k"}"#, #"{"key":1,"value":"v"}"#,
            #"{"key":"","value":"v"}"#,
            #"{"key":"k","value":"?","base64":true}"#, #"{"key":"k","value":"v","expiration":"soon"}"#,
            #"{"key":"k","value":"v","expiration_ttl":1.5}"#,
        ]
    )
    func refused(text: String) {
        #expect(throws: BulkFault.self) { try pair(text) }
    }
}
