import APNs
import Testing

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
