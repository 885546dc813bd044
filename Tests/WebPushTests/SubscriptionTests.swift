import Foundation
import JSON
import PushCrypto
import Testing
import WebPush

@Suite("A subscription")
struct SubscriptionTests {
    let point: [UInt8]
    let secret = SecureRandom.bytes(16)
    let endpoint = "https://web.push.apple.com/QOvX"

    init() throws { point = try P256.AgreementKey.generate().point.bytes }

    @Test("is read from a browser's JSON, whatever form of Base64 its keys have")
    func forms() throws {
        let expected = try subscription(Base64URL.encode(point), Base64URL.encode(secret))
        let (padded, paddedSecret) = (Data(point).base64EncodedString(), Data(secret).base64EncodedString())
        #expect(try subscription(padded, paddedSecret) == expected)
        let mixed = padded.replacing("+", with: "-").replacing("/", with: "_")
        #expect(try subscription(mixed, paddedSecret.replacing("=", with: "")) == expected)
        #expect(try PushSubscription(expected.json, within: .browsers) == expected)
    }

    @Test("has a key that is a point on the curve, and a secret of 16 bytes")
    func keys() throws {
        let good = (Base64URL.encode(point), Base64URL.encode(secret))
        var wrong = point
        wrong[40] ^= 1
        #expect(throws: SubscriptionFault.keyNotAPoint) { try subscription(Base64URL.encode(wrong), good.1) }
        #expect(throws: SubscriptionFault.keyNotAPoint) { try subscription("", good.1) }
        #expect(throws: SubscriptionFault.keyNotBase64) { try subscription("!", good.1) }
        #expect(throws: SubscriptionFault.secretNot16) { try subscription(good.0, Base64URL.encode(secret + [1])) }
        #expect(throws: SubscriptionFault.secretNot16) { try subscription(good.0, "") }
    }

    @Test("says what is missing", arguments: ["endpoint", "keys.p256dh", "keys.auth"])
    func missing(name: String) throws {
        var keys = JSONObject()
        if name != "keys.p256dh" { keys["p256dh"] = .string(Base64URL.encode(point)) }
        if name != "keys.auth" { keys["auth"] = .string(Base64URL.encode(secret)) }
        var object = JSONObject()
        if name != "endpoint" { object["endpoint"] = .string(endpoint) }
        object["keys"] = .object(keys)
        #expect(throws: SubscriptionFault.missing(name)) {
            try PushSubscription(.object(object), within: .browsers)
        }
    }

    private func subscription(_ p256dh: String, _ auth: String) throws(SubscriptionFault) -> PushSubscription {
        try PushSubscription(endpoint: endpoint, p256dh: p256dh, auth: auth, within: .browsers)
    }
}
