import JSON
import Testing

@testable import PushyCore

@Suite("What an app says of a device")
struct DeviceRegistrationTests {
    @Test("is refused where it makes no sense, and the member is named")
    func faults() {
        let token = JSONValue.numbered(1)
        let cases: [(JSONObject, String)] = [
            ([:], "platform"), (["platform": "windows", "device_token": token], "platform"),
            (["platform": "ios"], "device_token"), (["platform": "ios", "device_token": "hello"], "device_token"),
            (["platform": "ios", "device_token": 7], "device_token"),
            (["platform": "android", "device_token": "short"], "device_token"),
            (["platform": "android", "device_token": .string(String(repeating: "x y", count: 20))], "device_token"),
            (["platform": "ios", "device_token": token, "environment": "staging"], "environment"),
            (["platform": "ios", "device_token": token, "pro": "yes"], "pro"),
            (["platform": "ios", "device_token": token, "user_id": ""], "user_id"),
            (["platform": "ios", "device_token": token, "user_id": 7], "user_id"),
            (
                ["platform": "ios", "device_token": token, "user_id": .string(String(repeating: "é", count: 129))],
                "user_id"
            ),
        ]
        for (members, field) in cases {
            let fault = #expect(throws: DraftFault.self) { try DeviceRegistration(members) }
            #expect(fault?.field == field, "\(members)")
        }
    }

    @Test("may have members that nobody asks for, and an environment where APNs is not concerned")
    func ignored() throws {
        let members: JSONObject = [
            "platform": "android", "device_token": .numbered(1), "environment": "sandbox", "locale": "de",
        ]
        #expect(try DeviceRegistration(members).environment == nil)
    }

    @Test("tells a user who is not named from one who is nobody")
    func owners() throws {
        let members: JSONObject = ["platform": "ios", "device_token": .numbered(1)]
        #expect(try DeviceRegistration(members).owner == .unnamed)
        var farewell = members
        farewell["user_id"] = .null
        #expect(try DeviceRegistration(farewell).owner == .nobody)
        var named = members
        named["user_id"] = "me"
        #expect(try DeviceRegistration(named).owner == .user(UserID("me")))
    }
}
