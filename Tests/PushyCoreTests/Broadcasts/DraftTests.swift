import APNs
import Testing

@testable import PushyCore

@Suite("A draft")
struct DraftTests {
    @Test("becomes a payload with its custom data beside aps")
    func payload() throws {
        let draft = try draft(
            #"{"title":"Sale","body":"50 % off – heute","badge":0,"sound":"default","url":"https://example.com/sale","data":{"count":3}}"#
        )
        #expect(
            draft.message.payload?.text
                == #"{"aps":{"alert":{"title":"Sale","body":"50 % off – heute"},"badge":0,"sound":"default"},"count":3,"url":"https://example.com/sale"}"#
        )
    }

    @Test("goes to everyone in production unless it says otherwise")
    func defaults() throws {
        #expect(try draft(#"{"body":"Hello"}"#).selection == Selection(.all, in: .production))
    }

    @Test(
        "names the field that is wrong",
        arguments: [
            (#"{"body":1}"#, "body"),
            (#"{"title":""}"#, "body"),
            (#"{"sound":"default"}"#, "body"),
            (#"{"title":"x","payload":{"aps":{"alert":"y"}}}"#, "payload"),
            (#"{"body":"x","scheduledAt":"2020-12-24T09:00:00Z"}"#, "scheduledAt"),
            (#"{"body":"x","audience":"everyone"}"#, "audience"),
            (#"{"body":"x","audiance":"pro"}"#, "audiance"),
            (#"{"body":"x","environment":"test"}"#, "environment"),
            (#"{"body":"x","badge":-1}"#, "badge"),
            (#"{"body":"x","badge":"1"}"#, "badge"),
            (#"{"body":"x","priority":7}"#, "priority"),
            (#"{"body":"x","relevanceScore":2}"#, "relevanceScore"),
            (#"{"body":"x","expiration":-5}"#, "expiration"),
            (#"{"body":"x","data":{"aps":{}}}"#, "data"),
            (#"{"body":"x","data":[]}"#, "data"),
            (#"{"body":"x","image":"http://example.com/a.png"}"#, "image"),
            (#"{"body":"x","token":"xyz"}"#, "token"),
            (#"{"body":"x","scheduledAt":"tomorrow"}"#, "scheduledAt"),
            (#"{"body":"x","ratePerSecond":0}"#, "ratePerSecond"),
            (#"{"body":"x","pushType":"voip"}"#, "pushType"),
            (#"{"body":"x","interruptionLevel":"loud"}"#, "interruptionLevel"),
            (#"{"payload":{"aps":{}}}"#, "body"),
            (#"{"payload":"{}"}"#, "payload"),
        ]
    )
    func faults(json: String, field: String) {
        let fault = #expect(throws: DraftFault.self) { try draft(json) }
        #expect(fault?.field == field)
    }

    @Test(
        "is the same after it was stored",
        arguments: [#"{"body":"a\u0000b","data":{"n":1.0,"big":12345678901234567890}}"#]
    )
    func stored(json: String) throws {
        let draft = try draft(json)
        let broadcast = Broadcast(draft, recipients: 1, at: Moment().now)
        let bytes = try broadcast.json
        let stored = Broadcast(json: bytes.span.bytes)
        #expect(stored == broadcast)
    }

    private func draft(_ json: String) throws -> Draft {
        guard case .object(let fields) = try JSONValue(reading: Array(json.utf8)) else {
            throw DraftFault(field: "", reason: "")
        }
        return try Draft(fields)
    }
}
