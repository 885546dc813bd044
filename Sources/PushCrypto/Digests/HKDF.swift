/// Keys made from other keys, with SHA-256.
///
/// Source: RFC 5869.
public enum HKDF {
    /// A key of 32 bytes from material that is secret, but perhaps not evenly so.
    public static func extract(_ material: [UInt8], salt: [UInt8]) -> [UInt8] {
        HMAC.sha256(material, key: salt)
    }

    /// So many bytes for one purpose, which `info` names, from an extracted key. At most 8,160.
    public static func expand(_ key: [UInt8], info: [UInt8], byteCount: Int) -> [UInt8] {
        precondition(byteCount <= 255 * SHA256.byteCount, "HKDF gives at most 8,160 bytes.")
        var output: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 1
        while output.count < byteCount {
            block = HMAC.sha256(block + info + [number], key: key)
            output += block
            number &+= 1
        }
        output.removeLast(output.count - byteCount)
        return output
    }
}
