import COpenSSL

/// Owns one OpenSSL key, private or public.
///
/// `@unchecked Sendable` holds because the key is never changed after it was made: OpenSSL lets any number of threads
/// sign, verify and export with one `EVP_PKEY`, each in a context of its own, and counts references atomically.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over a reference.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }
}

extension KeyHandle {
    /// The curve's name in OpenSSL's words, or nil where this is no key on a named curve.
    var curveName: String? {
        guard EVP_PKEY_get_base_id(pointer) == EVP_PKEY_EC else { return nil }
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else {
            ERR_clear_error()
            return nil
        }
        return String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The kind of key in OpenSSL's words: `RSA`, `EC`, `ED25519`.
    var kindName: String {
        EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) } ?? "unknown"
    }

    /// Lets OpenSSL write DER, which it does in two calls: how long, then what.
    static func encoded(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
        let count = Int(write(nil))
        guard count > 0 else {
            ERR_clear_error()
            return nil
        }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            var cursor = buffer.baseAddress
            initializedCount = max(0, Int(write(&cursor)))
        }
    }

    /// Lets OpenSSL read DER with one of its `d2i_` functions.
    static func decoded(
        _ der: [UInt8],
        _ read: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
    ) -> OpaquePointer? {
        der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            let pointer = read(&cursor, buffer.count)
            if pointer == nil { ERR_clear_error() }
            return pointer
        }
    }
}
