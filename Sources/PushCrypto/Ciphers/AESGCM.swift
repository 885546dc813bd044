import COpenSSL

/// AES-GCM, which encrypts and notices every change.
///
/// Source: NIST SP 800-38D.
public enum AESGCM {
    /// A nonce must never come twice with one key.
    public static let nonceByteCount = 12
    /// What stands behind each ciphertext.
    public static let tagByteCount = 16

    /// A key of 16 bytes (AES-128) or 32 (AES-256).
    public struct Key: @unchecked Sendable {
        // Sendable because the algorithm that `cipher` points to is never changed, and never freed.
        fileprivate let bytes: [UInt8]
        fileprivate let cipher: OpaquePointer?

        /// Takes the bytes; nil where they are neither 16 nor 32.
        public init?(_ bytes: [UInt8]) {
            switch bytes.count {
            case 16: cipher = AESGCM.cipher128
            case 32: cipher = AESGCM.cipher256
            default: return nil
            }
            self.bytes = bytes
        }
    }

    // Looked up once. Safe to share because an algorithm is never changed, and these are never freed.
    nonisolated(unsafe) private static let cipher128: OpaquePointer? = EVP_CIPHER_fetch(nil, "AES-128-GCM", nil)
    nonisolated(unsafe) private static let cipher256: OpaquePointer? = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
}

extension AESGCM.Key {
    /// The ciphertext and behind it the tag, which vouches for `context` as well.
    public func seal(_ plaintext: [UInt8], nonce: [UInt8], context: [UInt8] = []) throws(CryptoFailure) -> [UInt8] {
        precondition(nonce.count == AESGCM.nonceByteCount, "A nonce has 12 bytes.")
        let state = try CipherState()
        var isDone = false
        let sealed = [UInt8](unsafeUninitializedCapacity: plaintext.count + AESGCM.tagByteCount) { output, count in
            count = output.count
            guard let start = output.baseAddress else { return }
            var written: Int32 = 0
            isDone =
                EVP_EncryptInit_ex2(state.pointer, cipher, bytes, nonce, nil) == 1
                && (context.isEmpty
                    || EVP_EncryptUpdate(state.pointer, nil, &written, context, Int32(context.count)) == 1)
                && EVP_EncryptUpdate(state.pointer, start, &written, plaintext, Int32(plaintext.count)) == 1
                && EVP_EncryptFinal_ex(state.pointer, start + plaintext.count, &written) == 1
                && EVP_CIPHER_CTX_ctrl(
                    state.pointer,
                    EVP_CTRL_AEAD_GET_TAG,
                    Int32(AESGCM.tagByteCount),
                    start + plaintext.count
                ) == 1
        }
        guard isDone else { throw CryptoFailure(while: "encrypting") }
        return sealed
    }

    /// The plaintext; nil where key, nonce or context is another one, or anything was changed.
    public func open(_ sealed: [UInt8], nonce: [UInt8], context: [UInt8] = []) throws(CryptoFailure) -> [UInt8]? {
        guard sealed.count >= AESGCM.tagByteCount, nonce.count == AESGCM.nonceByteCount else { return nil }
        let state = try CipherState()
        defer { ERR_clear_error() }
        let byteCount = sealed.count - AESGCM.tagByteCount
        var tag = Array(sealed[byteCount...])
        var isSound = false
        let plaintext = [UInt8](unsafeUninitializedCapacity: max(1, byteCount)) { output, count in
            count = byteCount
            guard let start = output.baseAddress else { return }
            var written: Int32 = 0
            isSound =
                EVP_DecryptInit_ex2(state.pointer, cipher, bytes, nonce, nil) == 1
                && (context.isEmpty
                    || EVP_DecryptUpdate(state.pointer, nil, &written, context, Int32(context.count)) == 1)
                && EVP_DecryptUpdate(state.pointer, start, &written, sealed, Int32(byteCount)) == 1
                && EVP_CIPHER_CTX_ctrl(state.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
                && EVP_DecryptFinal_ex(state.pointer, start + byteCount, &written) == 1
        }
        return isSound ? plaintext : nil
    }
}

/// Owns the state of one encryption.
private struct CipherState: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptoFailure) {
        guard let pointer = EVP_CIPHER_CTX_new() else { throw CryptoFailure(while: "preparing a cipher") }
        self.pointer = pointer
    }

    deinit { EVP_CIPHER_CTX_free(pointer) }
}
