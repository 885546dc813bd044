import APNs
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
