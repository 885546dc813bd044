import COpenSSL

/// Whether two secrets are equal, in a time that tells nothing of where they differ; it does tell their lengths.
public func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && (left.isEmpty || CRYPTO_memcmp(left, right, left.count) == 0)
}

/// Whether two secret texts are equal byte by byte, in a time that tells nothing of where they differ.
public func constantTimeEqual(_ left: String, _ right: String) -> Bool {
    constantTimeEqual(Array(left.utf8), Array(right.utf8))
}
