import APNs
import Testing

@Suite("A device token")
struct DeviceTokenTests {
    @Test(
        "is the same in every spelling",
        arguments: ["00FC13ADFF785122", "<00fc13ad ff785122>", " 00fc13adff785122\n"]
    )
    func spelling(text: String) throws {
        #expect(try DeviceToken(text).hex == "00fc13adff785122")
    }
}
