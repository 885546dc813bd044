import APNs
import Foundation
import Testing

@Suite("A notification")
struct APNsNotificationTests {
    let topic: APNsTopic
    let alert: APNsPayload
    let background: APNsPayload

    init() throws {
        topic = try APNsTopic("com.example.app")
        alert = try APNsPayload(APNsMessage(alert: "Hello"))
        background = try APNsPayload(json: Array(#"{"aps":{"content-available":1}}"#.utf8), for: .background)
    }

    @Test("has priority 10 unless it is told otherwise, and 5 in the background")
    func priorities() throws {
        #expect(try APNsNotification(payload: alert, topic: topic).priority == .immediate)
        #expect(try APNsNotification(payload: alert, topic: topic, priority: .powerFirst).priority == .powerFirst)
        #expect(try APNsNotification(payload: background, topic: topic).priority == .considerate)
    }

    @Test("in the background has no other priority", arguments: [APNsPriority.immediate, .powerFirst])
    func backgroundPriority(priority: APNsPriority) {
        #expect(throws: APNsRefusal.backgroundPriority) {
            try APNsNotification(payload: background, topic: topic, priority: priority)
        }
    }

    @Test("says nothing of an expiration unless it is told to")
    func expiration() throws {
        #expect(try APNsNotification(payload: alert, topic: topic).expiration == .unspecified)
    }
}

@Suite("A topic")
struct APNsTopicTests {
    @Test(
        "gets each push type's suffix",
        arguments: [
            (APNsPushType.alert, "com.example.app"), (.background, "com.example.app"), (.voip, "com.example.app.voip"),
            (.complication, "com.example.app.complication"), (.fileprovider, "com.example.app.pushkit.fileprovider"),
            (.location, "com.example.app.location-query"),
            (.liveactivity, "com.example.app.push-type.liveactivity"), (.pushtotalk, "com.example.app.voip-ptt"),
            (.widgets, "com.example.app.push-type.widgets"), (.controls, "com.example.app.push-type.controls"),
        ]
    )
    func suffix(pushType: APNsPushType, text: String) throws {
        #expect(try APNsTopic("com.example.app").text(for: pushType) == text)
    }

    @Test("gets a suffix once", arguments: APNsPushType.allCases)
    func once(pushType: APNsPushType) throws {
        let suffixed = try APNsTopic("com.example.app").text(for: pushType)
        #expect(try APNsTopic(suffixed).text(for: pushType) == suffixed)
    }

    @Test("is plain text", arguments: ["", "com.example app", "com.example.app\n", "com.exämple.app"])
    func refusals(text: String) {
        #expect(throws: APNsRefusal.self) { try APNsTopic(text) }
    }
}

@Suite("A collapse ID")
struct APNsCollapseIDTests {
    @Test("has at most 64 bytes, counted as bytes")
    func limit() throws {
        #expect(try APNsCollapseID(String(repeating: "é", count: 32)).text.utf8.count == 64)
        #expect(throws: APNsRefusal.collapseIDTooLong(byteCount: 66)) {
            try APNsCollapseID(String(repeating: "é", count: 33))
        }
    }

    @Test("is what a header can carry", arguments: ["", " a", "a ", "a\nb", "a\u{0}"])
    func refusals(text: String) {
        #expect(throws: APNsRefusal.self) { try APNsCollapseID(text) }
    }
}

@Suite("An expiration")
struct APNsExpirationTests {
    @Test("of nothing and of 0 are two things")
    func nothingAndZero() throws {
        #expect(try APNsExpiration(unixSeconds: nil) == .unspecified)
        #expect(try APNsExpiration(unixSeconds: 0) == .oneAttempt)
        #expect(APNsExpiration.oneAttempt.unixSeconds == 0)
        #expect(APNsExpiration.unspecified.unixSeconds == nil)
    }

    @Test("is a moment in whole seconds")
    func moment() throws {
        #expect(try APNsExpiration(until: Date(timeIntervalSince1970: 1_800_000_000.9)).unixSeconds == 1_800_000_000)
    }

    @Test("is refused before 1970, and where it is no moment at all")
    func refusals() {
        #expect(throws: APNsRefusal.expirationBefore1970) { try APNsExpiration(unixSeconds: -1) }
        #expect(throws: APNsRefusal.expirationBefore1970) { try APNsExpiration(until: .distantPast) }
        #expect(throws: APNsRefusal.expirationBefore1970) {
            try APNsExpiration(until: Date(timeIntervalSince1970: .nan))
        }
    }
}

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
