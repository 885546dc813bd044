import PushCrypto
import Testing

@Suite("HKDF")
struct HKDFTests {
    /// RFC 5869, appendix A.1.
    @Test("makes the standard's keys")
    func vector() {
        let key = HKDF.extract(Array(repeating: 0x0b, count: 22), salt: Array(0...12))
        #expect(Base64URL.encode(key) == "B3cJNiwuMt8N3D8NxHu6Y5C2xzu1D5wxIuyEStfCs-U")
        let output = HKDF.expand(key, info: Array(0xf0...0xf9), byteCount: 42)
        #expect(Base64URL.encode(output) == "PLJfJfqs1XqQQ09k0DYvKi0tCpDPGlpMXbAtVuzExb80AHII1biHGFhl")
    }

    @Test("gives a shorter key as the beginning of a longer one")
    func prefixes() {
        let long = HKDF.expand([1], info: [2], byteCount: 100)
        #expect(HKDF.expand([1], info: [2], byteCount: 12) == Array(long.prefix(12)))
        #expect(HKDF.expand([1], info: [2], byteCount: 0).isEmpty)
        #expect(HKDF.expand([1], info: [3], byteCount: 100) != long)
    }
}
