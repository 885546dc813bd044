import PushCrypto
import ServiceStandIns
import Testing

@testable import WebPush

@Suite("An encrypted message")
struct EncryptionTests {
    /// RFC 8291, appendix A.
    @Test("is the standard's example to the byte")
    func vector() throws {
        let subscription = try PushSubscription(
            endpoint: "https://updates.push.services.mozilla.com/wpush/v2/x",
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            auth: "BTBZMqHH6r4Tts7J_aSIgg",
            within: .browsers
        )
        let message = try EncryptedMessage(
            Array("When I grow up, I want to be a watermelon".utf8),
            paddingByteCount: 0,
            for: subscription,
            key: P256.AgreementKey(scalar: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw")
        )
        #expect(
            Base64URL.encode(message.bytes) == """
                DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr\
                u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
                """
        )
    }

    /// RFC 8188, section 3.1.
    @Test("has a record as the standard of its coding has it, to the byte")
    func recordVector() throws {
        let record = try EncryptedRecord.seal(
            Array("I am the walrus".utf8),
            paddingByteCount: 0,
            material: bytes("yqdlZ-tYemfogSmv7Ws5PQ"),
            salt: bytes("I1BsxtFttlv3u_Oo94xnmw"),
            keyID: []
        )
        #expect(
            Base64URL.encode(record) == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg"
        )
    }

    @Test("has 4,096 bytes at most, and is refused beyond that")
    func limit() throws {
        let subscription = try Subscriptions.any()
        let longest = try EncryptedMessage(Array(repeating: 7, count: 3_993), for: subscription)
        #expect(longest.bytes.count == 4_096)
        #expect(throws: MessageFault.tooLong(byteCount: 3_994)) {
            try EncryptedMessage(Array(repeating: 7, count: 3_994), for: subscription)
        }
        #expect(throws: MessageFault.tooLong(byteCount: 3_994)) { try PushMessage(Array(repeating: 7, count: 3_994)) }
    }

    @Test("looks as long as it is padded to", arguments: [(0, 1_024), (1_000, 1_024), (2_000, 2_000), (3_993, 3_993)])
    func padding(count: Int, shown: Int) throws {
        let plaintext = Array(repeating: UInt8(0), count: count)
        let message = try EncryptedMessage(plaintext, for: Subscriptions.any(), padding: .to(1_024))
        #expect(message.bytes.count == 86 + shown + 17)
        let longest = try EncryptedMessage(plaintext, for: Subscriptions.any(), padding: .to(1_000_000))
        #expect(longest.bytes.count == 4_096)
    }

    @Test("never uses a key or a salt twice")
    func freshness() throws {
        let subscription = try Subscriptions.any()
        let messages = try (0..<20).map { _ in try EncryptedMessage([1], for: subscription).bytes }
        #expect(Set(messages.map { $0[..<16] }).count == 20)
        #expect(Set(messages.map { $0[21..<86] }).count == 20)
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }
}
