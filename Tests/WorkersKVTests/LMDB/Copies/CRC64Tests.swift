import Testing

@testable import WorkersKV

@Suite("The checksum of copies")
struct CRC64Tests {
    @Test("is that of the xz format, in as many parts as one likes")
    func checkValue() {
        var checksum = CRC64()
        for part in ["1234", "", "56789"] { Array(part.utf8).withUnsafeBytes { checksum.add($0) } }
        #expect(checksum.value == 0x995D_C9BB_DF19_39FA)
    }
}
