import PushCrypto
import Testing

@Suite("A P-256 public key")
struct PublicKeyTests {
    @Test("goes out and comes in as a point and as PEM")
    func roundTrips() throws {
        let key = try P256.PrivateKey.generate().publicKey
        #expect(try P256.PublicKey(point: key.point) == key)
        #expect(try P256.PublicKey(pem: key.pem) == key)
    }

    @Test("is not a point off the curve, of another length, or in another form")
    func offCurve() throws {
        var point = try P256.PrivateKey.generate().publicKey.point
        #expect(throws: KeyFault.notAPoint) { try P256.PublicKey(point: Array(point.dropLast())) }
        point[64] ^= 1
        #expect(throws: KeyFault.notAPoint) { try P256.PublicKey(point: point) }
        point[0] = 2
        #expect(throws: KeyFault.notAPoint) { try P256.PublicKey(point: point) }
    }

    @Test("is not read from a private key, and the refusal says so")
    func privateInstead() {
        #expect(throws: KeyFault.privateKey) { try P256.PublicKey(pem: SampleKey.pkcs8) }
    }
}
