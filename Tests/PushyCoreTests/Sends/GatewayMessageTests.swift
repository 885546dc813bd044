import APNs
import Foundation
import Testing

@testable import PushyCore

@Suite("A message for any service")
struct GatewayMessageTests {
    private let moment = Date(timeIntervalSince1970: 1_800_000_000)

    private func notification(_ fields: JSONObject) throws -> APNsNotification {
        try GatewayMessage(fields).apnsMessage(at: moment).notification(for: APNsTopic("com.example.app"))
    }

    @Test("becomes a notification of APNs, field by field")
    func apns() throws {
        let notification = try notification([
            "title": "Inbox", "body": "3 new", "data": ["count": 3], "badge": 3, "sound": "default",
            "image": "https://example.com/a.png", "url": "https://example.com/inbox", "collapse_id": "inbox", "ttl": 60,
            "apns": ["subtitle": "Today", "thread_id": "t", "interruption_level": "time-sensitive"],
        ])
        let payload = try JSONValue(reading: notification.payload.json)
        #expect(payload["aps"]?["alert"] == ["title": "Inbox", "subtitle": "Today", "body": "3 new"])
        #expect(payload["aps"]?["badge"] == 3)
        #expect(payload["aps"]?["sound"] == "default")
        #expect(payload["aps"]?["thread-id"] == "t")
        #expect(payload["aps"]?["interruption-level"] == "time-sensitive")
        #expect(payload["count"] == 3)
        #expect(payload["url"] == "https://example.com/inbox")
        #expect(notification.collapseID?.text == "inbox")
        #expect(notification.expiration.unixSeconds == 1_800_000_060)
        #expect(notification.priority == .immediate)
    }

    @Test("collapses with nothing and lives as long as the service likes unless it says so, and once with a ttl of 0")
    func defaults() throws {
        let plain = try notification(["body": "Hello"])
        #expect(plain.collapseID == nil)
        #expect(plain.expiration == .unspecified)
        #expect(try notification(["body": "Hello", "ttl": 0]).expiration == .oneAttempt)
        #expect(try notification(["body": "Hello", "priority": "normal"]).priority == .considerate)
    }

    @Test("with data alone wakes the app and shows nothing")
    func silent() throws {
        let silent = try notification(["data": ["refresh": true]])
        #expect(silent.pushType == .background)
        #expect(silent.priority == .considerate)
        #expect(try JSONValue(reading: silent.payload.json)["refresh"] == true)
    }

    @Test("may be a whole payload for APNs")
    func payload() throws {
        let whole = try notification(["title": "Elsewhere", "apns": ["payload": ["aps": ["alert": "Here"]]]])
        #expect(try JSONValue(reading: whole.payload.json) == ["aps": ["alert": "Here"]])
    }

    @Test("says what APNs cannot take by the gateway's names")
    func faults() {
        for (fields, name) in [
            (["body": "Hi", "apns": ["threadId": "t"]], "apns.threadId"),
            (["body": "Hi", "apns": ["relevance_score": 2]], "apns.relevance_score"),
            (["body": "Hi", "apns": ["push_type": "voip"]], "apns.push_type"),
            (["body": "Hi", "data": ["aps": 1]], "data"),
            (["body": .string(String(repeating: "x", count: 4_200))], "payload"),
        ] as [(JSONObject, String)] {
            let fault = #expect(throws: DraftFault.self) { try GatewayMessage(fields).apnsMessage(at: moment) }
            #expect(fault?.field == name || fault?.field == "apns.\(name)", "\(String(describing: fault))")
        }
    }
}
