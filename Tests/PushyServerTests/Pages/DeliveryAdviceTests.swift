import PushyCore
import Testing

@testable import PushyServer

@Suite("What the reasons mean why a device did not get a message")
struct DeliveryAdviceTests {
    @Test(
        "says of each service's words what they mean there",
        arguments: [
            (DevicePlatform.android, "TokenNotReached", "Google's login server could not be reached."),
            (.android, "UNREGISTERED", "The app is gone from the device"),
            (.ios, "InvalidProviderToken", "Apple does not accept the signature."),
            (.web, "UnknownVAPIDKey", "The browser has to subscribe again."),
            (.web, "HTTP 403", "does not take the message"),
        ]
    )
    func words(platform: DevicePlatform, reason: String, meaning: String) {
        let sentence = platform.sentence(onFailing: reason)
        #expect(sentence.hasPrefix("\(platform.worded): \(reason). "))
        #expect(sentence.contains(meaning))
    }

    @Test("leaves a whole sentence alone")
    func sentences() {
        #expect(DevicePlatform.ios.sentence(onFailing: "There is no way.") == "iOS: There is no way.")
    }

    @Test("knows FCM's own words in a broadcast to every service")
    func broadcasts() {
        let advice = DeliveryAdvice.on("TokenNotReached", isByEveryService: true)
        #expect(advice.hasPrefix("Google's login server could not be reached."))
    }
}
