/// How much a message's length tells whoever carries it.
public enum MessagePadding: Hashable, Sendable {
    /// All of it.
    case none
    /// Messages up to so many bytes look alike. At most 3,993; Firefox for Android answers 413 to the longest.
    case to(Int)

    func byteCount(after count: Int) throws(MessageFault) -> Int {
        let limit = EncryptedMessage.maximumPlaintextByteCount
        guard count <= limit else { throw .tooLong(byteCount: count) }
        switch self {
        case .none: return 0
        case .to(let least): return max(0, min(least, limit) - count)
        }
    }
}
