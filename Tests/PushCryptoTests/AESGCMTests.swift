import PushCrypto
import Testing

@Suite("AES-GCM")
struct AESGCMTests {
    /// The test cases 2 and 14 of the specification that NIST was given: key, nonce and plaintext are zeros.
    @Test(
        "seals as the standard says, with a key of 16 or 32 bytes",
        arguments: [
            (16, "A4jazmC2o5LzKMK5cbL-eKtuR9Qs7BO99TpnshJXvd8"), (32, "zqdAPU1ga24HTsXTuvOdGNDRyKeZmWvwJluYtdSKuRk"),
        ]
    )
    func vectors(keyByteCount: Int, sealed: String) throws {
        let key = try #require(AESGCM.Key(Array(repeating: 0, count: keyByteCount)))
        let zeros = Array(repeating: UInt8(0), count: 16)
        #expect(Base64URL.encode(try key.seal(zeros, nonce: Array(zeros.prefix(12)))) == sealed)
    }

    @Test("opens what it sealed, of any length", arguments: [0, 1, 15, 16, 17, 4096])
    func roundTrip(byteCount: Int) throws {
        let key = try #require(AESGCM.Key(SecureRandom.bytes(32)))
        let nonce = SecureRandom.bytes(12)
        let plaintext = SecureRandom.bytes(byteCount)
        let sealed = try key.seal(plaintext, nonce: nonce, context: [1])
        #expect(sealed.count == byteCount + 16)
        #expect(try key.open(sealed, nonce: nonce, context: [1]) == plaintext)
    }

    @Test("opens nothing that was changed, nor with another key, nonce or context")
    func changes() throws {
        let key = try #require(AESGCM.Key(SecureRandom.bytes(16)))
        let nonce = SecureRandom.bytes(12)
        let sealed = try key.seal([1, 2, 3], nonce: nonce, context: [4])
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(try key.open(changed, nonce: nonce, context: [4]) == nil)
        }
        #expect(try key.open(sealed, nonce: nonce) == nil)
        #expect(try key.open(sealed, nonce: SecureRandom.bytes(12), context: [4]) == nil)
        #expect(try key.open(Array(sealed.prefix(15)), nonce: nonce, context: [4]) == nil)
        let other = try #require(AESGCM.Key(SecureRandom.bytes(16)))
        #expect(try other.open(sealed, nonce: nonce, context: [4]) == nil)
    }

    @Test("has no keys of other lengths", arguments: [0, 15, 24, 33])
    func keys(byteCount: Int) {
        #expect(AESGCM.Key(Array(repeating: 0, count: byteCount)) == nil)
    }
}
