import APNs
import Testing

@Suite("A payload")
struct APNsPayloadTests {
    @Test("of a text is the text under aps")
    func text() throws {
        #expect(try APNsPayload(APNsMessage(alert: "Grüße 👋")).text == #"{"aps":{"alert":"Grüße 👋"}}"#)
    }

    @Test("holds every key that Apple names, as Apple writes it")
    func everything() throws {
        var parts = APNsAlertParts(title: "T", subtitle: "S", body: "B")
        parts.launchImage = "L"
        parts.titleLocKey = "TK"
        parts.titleLocArguments = ["a"]
        parts.subtitleLocKey = "SK"
        parts.subtitleLocArguments = []
        parts.locKey = "K"
        parts.locArguments = ["b", "c"]
        var message = APNsMessage(alert: .parts(parts))
        message.badge = 3
        message.sound = .critical(name: "alarm.caf", volume: try UnitInterval(0.5))
        message.threadID = "thread"
        message.category = "category"
        message.contentAvailable = true
        message.mutableContent = true
        message.targetContentID = "window"
        message.interruptionLevel = .timeSensitive
        message.relevanceScore = try UnitInterval(0.25)
        message.filterCriteria = "work"
        message.custom["url"] = "https://example.com/a?b=c"
        #expect(
            try APNsPayload(message).text == """
                {"aps":{"alert":{"title":"T","subtitle":"S","body":"B","launch-image":"L","title-loc-key":"TK",\
                "title-loc-args":["a"],"subtitle-loc-key":"SK","subtitle-loc-args":[],"loc-key":"K",\
                "loc-args":["b","c"]},"badge":3,"sound":{"critical":1,"name":"alarm.caf","volume":0.5},\
                "thread-id":"thread","category":"category","content-available":1,"mutable-content":1,\
                "target-content-id":"window","interruption-level":"time-sensitive","relevance-score":0.25,\
                "filter-criteria":"work"},"url":"https://example.com/a?b=c"}
                """
        )
    }

    @Test("says badge 0, which takes the number away, and nothing where there is no badge")
    func badge() throws {
        var message = APNsMessage()
        message.badge = 0
        #expect(try APNsPayload(message).text == #"{"aps":{"badge":0}}"#)
        message.badge = nil
        message.sound = .standard
        #expect(try APNsPayload(message).text == #"{"aps":{"sound":"default"}}"#)
    }

    @Test("with an image lets the app's extension load it")
    func image() throws {
        var message = APNsMessage(alert: "Look")
        message.imageAddress = "https://example.com/a.jpg"
        #expect(
            try APNsPayload(message).text
                == #"{"aps":{"alert":"Look","mutable-content":1},"image":"https://example.com/a.jpg"}"#
        )
        message.imageAddress = "http://example.com/a.jpg"
        #expect(throws: APNsRefusal.imageNotHTTPS("http://example.com/a.jpg")) { try APNsPayload(message) }
    }

    @Test("keeps aps for Apple")
    func reserved() {
        var message = APNsMessage(alert: "Hello")
        message.custom["aps"] = ["alert": "Another"]
        #expect(throws: APNsRefusal.reservedCustomKey) { try APNsPayload(message) }
    }

    @Test("is counted in bytes and may have 4,096", arguments: [(APNsPushType.alert, 4096), (.voip, 5120)])
    func size(pushType: APNsPushType, limit: Int) throws {
        let frame = #"{"aps":{"alert":""}}"#.utf8.count
        let fits = String(repeating: "é", count: (limit - frame) / 2)
        #expect(try APNsPayload(APNsMessage(alert: .text(fits)), for: pushType).byteCount == limit)
        #expect(throws: APNsRefusal.payloadTooLarge(byteCount: limit + 1, limit: limit)) {
            try APNsPayload(APNsMessage(alert: .text(fits + "x")), for: pushType)
        }
    }

    @Test("given whole keeps its values and its order, and loses its spaces")
    func whole() throws {
        let json = """
            { "b" : 1.0, "aps" : { "alert" : "\\u00e9\\ud83d\\udc4b" }, "a" : [ 9007199254740993, -0, 1e400 ] }
            """
        #expect(
            try APNsPayload(json: Array(json.utf8)).text
                == #"{"b":1.0,"aps":{"alert":"é👋"},"a":[9007199254740993,-0,1e400]}"#
        )
    }

    @Test(
        "given whole is refused with what is wrong",
        arguments: [
            ("", APNsRefusal.payloadEmpty), ("[]", .payloadNotAnObject), ("{}", .apsMissing),
            (#"{"aps":1}"#, .apsNotAnObject), (#"{"aps":{}}"#, .nothingToTell),
            (#"{"aps":{"content-available":1}}"#, .nothingToTell),
        ]
    )
    func wholeRefused(json: String, refusal: APNsRefusal) {
        #expect(throws: refusal) { try APNsPayload(json: Array(json.utf8)) }
    }

    @Test("says where it is not JSON")
    func notJSON() {
        let refusal = #expect(throws: APNsRefusal.self) {
            try APNsPayload(json: Array(#"{"aps":{"alert":"x"},}"#.utf8))
        }
        #expect(
            refusal?.description == "The payload is not JSON: what stands at byte 21 belongs elsewhere; "
                + "look for a missing comma, quote or bracket."
        )
    }

    @Test(
        "in the background wakes the app and tells the person nothing",
        arguments: [
            (#"{"aps":{}}"#, APNsRefusal.backgroundWithoutContentAvailable),
            (#"{"aps":{"content-available":0}}"#, .backgroundWithoutContentAvailable),
            (#"{"aps":{"content-available":1,"alert":"x"}}"#, .backgroundTellsThePerson(key: "alert")),
            (#"{"aps":{"content-available":1,"sound":"x"}}"#, .backgroundTellsThePerson(key: "sound")),
        ]
    )
    func background(json: String, refusal: APNsRefusal) {
        #expect(throws: refusal) { try APNsPayload(json: Array(json.utf8), for: .background) }
    }

    @Test("for a call may be any object")
    func voip() throws {
        #expect(try APNsPayload(json: Array(#"{"call":1}"#.utf8), for: .voip).text == #"{"call":1}"#)
    }

    @Test("has volume and relevance from 0 to 1", arguments: [-0.1, 1.1, .nan, .infinity])
    func interval(value: Double) {
        #expect(throws: APNsRefusal.self) { try UnitInterval(value) }
    }
}
