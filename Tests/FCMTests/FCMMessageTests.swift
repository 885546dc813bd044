import FCM
import JSON
import Testing

@Suite("A message for FCM")
struct FCMMessageTests {
    @Test("keeps the members that FCM knows, in the names that its document has")
    func names() throws {
        let message = try message(#"{"notification":{"title":"t"},"android":{"collapse_key":"k","priority":"high"}}"#)
        #expect(written(message) == #"{"notification":{"title":"t"},"android":{"collapseKey":"k","priority":"HIGH"}}"#)
    }

    @Test("makes texts of what is none in data, and says where there is nothing")
    func data() throws {
        let message = try message(#"{"data":{"a":"1","b":2,"c":true,"d":{"e":[1]},"f":1.0}}"#)
        #expect(written(message) == #"{"data":{"a":"1","b":"2","c":"true","d":"{\"e\":[1]}","f":"1.0"}}"#)
        #expect(throws: FCMRefusal.dataIsNull("a")) { try self.message(#"{"data":{"a":null}}"#) }
    }

    @Test(
        "has no key in data that is FCM's own",
        arguments: ["from", "message_type", "google.a", "gcm.notification.title"]
    )
    func reservedKeys(key: String) {
        #expect(throws: FCMRefusal.reservedDataKey(key)) { try message(#"{"data":{"\#(key)":"x"}}"#) }
        #expect(throws: FCMRefusal.reservedDataKey(key)) { try message(#"{"android":{"data":{"\#(key)":"x"}}}"#) }
    }

    @Test(
        "may have keys that only look like FCM's own",
        arguments: ["From", "message-type", "google", "gcm", "fromage"]
    )
    func similarKeys(key: String) {
        #expect(throws: Never.self) { try message(#"{"data":{"\#(key)":"x"}}"#) }
    }

    @Test("lives from nothing to four weeks", arguments: ["0s", "3.5s", "2419200s"])
    func timesToLive(text: String) throws {
        #expect(try written(message(#"{"android":{"ttl":"\#(text)"}}"#)) == #"{"android":{"ttl":"\#(text)"}}"#)
    }

    @Test("takes a bare number of seconds to live")
    func bareSeconds() throws {
        #expect(try written(message(#"{"android":{"ttl":60}}"#)) == #"{"android":{"ttl":"60s"}}"#)
    }

    @Test(
        "lives neither longer nor in other words",
        arguments: [#""2419201s""#, #""-1s""#, #""1m""#, #""s""#, #""1 s""#, "-1"]
    )
    func otherTimesToLive(json: String) {
        #expect(throws: FCMRefusal.self) { try message(#"{"android":{"ttl":\#(json)}}"#) }
    }

    @Test(
        "is refused with the place of what is wrong",
        arguments: [
            (#"{"notification":{"titel":"x"}}"#, FCMRefusal.unknownMember("message.notification.titel")),
            (#"{"name":"x"}"#, .unknownMember("message.name")),
            (#"{"notification":{"title":7}}"#, .wrongType("message.notification.title", "a text")),
            (#"{"notification":"x"}"#, .wrongType("message.notification", "an object")),
            (#"{"android":{"priority":"urgent"}}"#, .wrongType("message.android.priority", "one of NORMAL, HIGH")),
            (
                #"{"android":{"notification":{"notification_count":1.5}}}"#,
                .wrongType("message.android.notification.notificationCount", "a whole number")
            ),
            (
                #"{"android":{"notification":{"titleLocArgs":["a",1]}}}"#,
                .wrongType("message.android.notification.titleLocArgs[1]", "a text")
            ),
            (#"{"apns":{"payload":[]}}"#, .wrongType("message.apns.payload", "an object")),
            (#"{"webpush":{"fcm_options":{"link":"http://a.example"}}}"#, .notHTTPS("webpush.fcmOptions.link")),
            (#"{"token":"x"}"#, .targetInMessage),
        ]
    )
    func faults(json: String, refusal: FCMRefusal) {
        #expect(throws: refusal) { try message(json) }
    }

    @Test("has 4,096 bytes of names and values at most")
    func size() throws {
        let text = String(repeating: "x", count: 4_095)
        #expect(throws: Never.self) { try message(#"{"data":{"k":"\#(text)"}}"#) }
        #expect(throws: FCMRefusal.tooLarge(byteCount: 4_097)) { try message(#"{"data":{"k":"\#(text)x"}}"#) }
    }

    private func message(_ json: String) throws -> FCMMessage {
        guard case .object(let object) = try JSONValue(reading: Array(json.utf8)) else {
            throw FCMRefusal.wrongType("message", "an object")
        }
        return try FCMMessage(object)
    }

    private func written(_ message: FCMMessage) -> String {
        String(decoding: JSONValue.object(message.members).written(), as: UTF8.self)
    }
}
