import COpenSSL

/// OpenSSL speaks DER, JWTs carry the two numbers bare. Source: RFC 7518, section 3.4.
extension P256 {
    /// r and s of a DER signature, each padded on the left to 32 bytes.
    static func rawSignature(der: [UInt8]) -> [UInt8]? {
        guard let signature = KeyHandle.decoded(der, { d2i_ECDSA_SIG(nil, $0, $1) }) else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let half = Int32(signatureByteCount / 2)
        var raw = [UInt8](repeating: 0, count: signatureByteCount)
        let padded = raw.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            return BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, half) == half
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + Int(half), half) == half
        }
        return padded ? raw : nil
    }

    static func derSignature(raw: [UInt8]) -> [UInt8]? {
        guard raw.count == signatureByteCount, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let half = Int32(signatureByteCount / 2)
        let r = raw.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress, half, nil) }
        let s = raw.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress.map { $0 + Int(half) }, half, nil) }
        // The signature owns both numbers once they are set, and neither if that fails.
        guard ECDSA_SIG_set0(signature, r, s) == 1 else {
            BN_free(r)
            BN_free(s)
            return nil
        }
        return KeyHandle.encoded { i2d_ECDSA_SIG(signature, $0) }
    }
}
