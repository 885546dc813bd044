import COpenSSL

/// OpenSSL could not do what it was asked although the input was sound: it is out of memory, or broken.
public struct CryptoFailure: Error, Hashable, Sendable {
    /// What was to be done, as in "while signing".
    public let operation: String
    /// What OpenSSL says about it.
    public let reason: String
}

extension CryptoFailure: CustomStringConvertible {
    public var description: String {
        "OpenSSL failed while \(operation): \(reason). Check the OpenSSL installation of this machine."
    }
}

extension CryptoFailure {
    /// Takes the oldest error off this thread's queue and empties it.
    ///
    /// The queue must never be left filled: TLS on this thread would take the leftovers for its own.
    init(while operation: String) {
        self.operation = operation
        let code = ERR_get_error()
        reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "no reason given"
        ERR_clear_error()
    }
}
