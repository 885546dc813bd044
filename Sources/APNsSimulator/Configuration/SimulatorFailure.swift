import HTTP2

/// Why a simulator cannot start. Its description is a sentence that says what to do.
public enum SimulatorFailure: Error, Hashable, Sendable {
    /// The address is taken, or is none.
    case listening(ListenFailure)
    /// The certificates cannot be made or used.
    case certificates(TLSFailure)
    /// A file cannot be read or written.
    case file(path: String, reason: String)
    /// The rules are not as they should be.
    case rules(String)
}

extension SimulatorFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .listening(let failure): failure.description
        case .certificates(let failure): failure.description
        case .file(let path, let reason): "The file \(path) cannot be used: \(reason)."
        case .rules(let fault): "The simulator's rules cannot be used: \(fault)"
        }
    }
}
