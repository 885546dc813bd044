import PushCrypto

/// Why a message cannot be sent as it was given.
public enum MessageFault: Error, Hashable, Sendable {
    case tooLong(byteCount: Int)
    case crypto(CryptoFailure)
}

extension MessageFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let byteCount):
            "The message has \(byteCount) bytes; Web Push carries at most \(EncryptedMessage.maximumPlaintextByteCount). Shorten the text or the data."
        case .crypto(let failure): failure.description
        }
    }
}
