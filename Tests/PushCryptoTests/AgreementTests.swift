import PushCrypto
import Testing

@Suite("An agreement on P-256")
struct AgreementTests {
    /// RFC 8291, appendix A.
    @Test("comes to the standard's secret from either end")
    func vector() throws {
        let server = try P256.AgreementKey(scalar: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let browser = try P256.AgreementKey(scalar: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
        let secret = try bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs")
        #expect(try server.sharedSecret(with: browser.point) == secret)
        #expect(try browser.sharedSecret(with: server.point) == secret)
        let point = try bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
        #expect(server.point.bytes == point)
    }

    @Test("has secrets, numbers and points of one length, whatever their first byte")
    func lengths() throws {
        let constant = try P256.AgreementKey.generate()
        var hasMetZero = false
        for _ in 0..<2_000 where !hasMetZero {
            let key = try P256.AgreementKey.generate()
            let secret = try key.sharedSecret(with: constant.point)
            #expect(secret.count == 32)
            #expect(try constant.sharedSecret(with: key.point) == secret)
            hasMetZero = secret[0] == 0
        }
        #expect(hasMetZero)
    }

    @Test("gives a fresh key each time")
    func fresh() throws {
        #expect(try P256.AgreementKey.generate().point != P256.AgreementKey.generate().point)
    }

    @Test("takes no point off the curve, of another length or in another form")
    func points() throws {
        var point = try P256.AgreementKey.generate().point.bytes
        #expect(try P256.Point(point).bytes == point)
        #expect(throws: KeyFault.notAPoint) { try P256.Point(point + [0]) }
        #expect(throws: KeyFault.notAPoint) { try P256.Point([]) }
        point[64] ^= 1
        #expect(throws: KeyFault.notAPoint) { try P256.Point(point) }
        #expect(throws: KeyFault.notAPoint) { try P256.Point([0]) }
    }

    /// The order of the curve is FFFFFFFF 00000000 FFFFFFFF FFFFFFFF BCE6FAAD A7179E84 F3B9CAC2 FC632551.
    @Test("takes no private number that is 0, not below the order, or of another length")
    func scalars() throws {
        let order = try bytes("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE")
        for scalar in [[], [1], Array(repeating: 0, count: 32), order, Array(repeating: 255, count: 32)] {
            #expect(throws: KeyFault.notAScalar) { try P256.AgreementKey(scalar: scalar) }
            #expect(throws: KeyFault.notAScalar) { try P256.PrivateKey(scalar: scalar) }
        }
        #expect(throws: Never.self) { try P256.PrivateKey(scalar: Array(repeating: 0, count: 31) + [1]) }
    }

    @Test("shares its way of writing keys with those that sign")
    func signingKeys() throws {
        let key = try P256.PrivateKey.generate()
        let copy = try P256.PrivateKey(scalar: key.scalar)
        #expect(try copy.publicKey == key.publicKey)
        #expect(try copy.publicKey.isValid(signature: key.sign([1]), of: [1]))
        #expect(try P256.AgreementKey(scalar: key.scalar).point.bytes == key.publicKey.point)
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }
}
