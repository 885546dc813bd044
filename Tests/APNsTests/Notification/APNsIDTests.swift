import APNs
import Foundation
import Testing

@Suite("An apns-id")
struct APNsIDTests {
    let token: DeviceToken

    init() throws {
        token = try DeviceToken("00fc13adff785122")
    }

    @Test("is a UUID in lowercase")
    func lowercase() throws {
        let uuid = try #require(UUID(uuidString: "EC1BF194-B3B2-424A-89F9-6C4D5D1D0F8A"))
        #expect(APNsID(uuid).text == "ec1bf194-b3b2-424a-89f9-6c4d5d1d0f8a")
    }

    @Test("of a broadcast's delivery is the same in every process")
    func derived() {
        #expect(APNsID(broadcast: "b1", token: token).text == "3fe2fc76-ba72-8099-82ab-258cc0248cf0")
    }

    @Test("of another broadcast or device is another")
    func distinct() throws {
        let id = APNsID(broadcast: "b1", token: token)
        #expect(try APNsID(broadcast: "b1", token: DeviceToken("00fc13adff785123")) != id)
        #expect(APNsID(broadcast: "b2", token: token) != id)
        #expect(try APNsID(broadcast: "b100", token: DeviceToken("fc13adff785122aa")) != id)
    }

    @Test("that is derived says so in its version and variant: RFC 9562, 5.8")
    func version() {
        let bytes = APNsID(broadcast: "b1", token: token).uuid.uuid
        #expect(bytes.6 >> 4 == 8)
        #expect(bytes.8 >> 6 == 0b10)
    }
}
