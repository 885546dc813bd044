import APNs
import Testing

@Suite("A device token")
struct DeviceTokenTests {
    @Test(
        "is the same in every spelling",
        arguments: ["00FC13ADFF785122", "<00fc13ad ff785122>", " 00fc13adff785122\r\n", "00fc13adff785122"]
    )
    func spelling(text: String) throws {
        #expect(try DeviceToken(text).hex == "00fc13adff785122")
        #expect(try DeviceToken(utf8: Array(text.utf8).span.bytes) == DeviceToken(text))
    }

    @Test("has 16 to 512 digits, and not always 64", arguments: [16, 64, 108, 160, 512])
    func lengths(digitCount: Int) throws {
        #expect(try DeviceToken(String(repeating: "a", count: digitCount)).hex.utf8.count == digitCount)
    }

    @Test(
        "is refused with what is wrong",
        arguments: [
            ("", DeviceToken.Invalid.empty),
            (" <> ", .empty),
            ("(null)", .notHexadecimal(atByte: 0)),
            ("00fc13ad-ff785122", .notHexadecimal(atByte: 8)),
            ("00fc13adff78512\u{0}", .notHexadecimal(atByte: 15)),
            ("0０fc13adff785122", .notHexadecimal(atByte: 1)),
            ("00fc13adff7851223", .oddLength(digitCount: 17)),
            ("00fc13adff7851", .length(digitCount: 14)),
            (String(repeating: "0", count: 514), .length(digitCount: 514)),
        ]
    )
    func refusals(text: String, invalid: DeviceToken.Invalid) {
        #expect(throws: invalid) { try DeviceToken(text) }
    }

    @Test("shows six digits and four, wherever it is printed")
    func masking() throws {
        let token = try DeviceToken("00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0")
        #expect(token.masked == "00fc13…e8f0")
        #expect("\(token)" == token.masked)
    }
}
