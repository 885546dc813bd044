import HTTPClient
import PushCrypto

/// Why a message did not come to an answer that counts.
public enum FCMFailure: Error, Hashable, Sendable {
    /// Google does not accept the account: it was revoked, or this machine's clock is wrong.
    case account(code: String, words: String)
    /// The token endpoint cannot now.
    case tokenRefused(status: Int, after: Duration?)
    /// The token endpoint was not reached, or did not answer.
    case tokenNotReached(HTTPClientError)
    /// FCM refused a fresh access token.
    case accessRefused
    /// OpenSSL does not sign.
    case signing(CryptoFailure)
    /// FCM was not reached, or did not answer.
    case transport(HTTPClientError)
}

extension FCMFailure {
    /// The cause in a word, the same for every failure of a kind: what counts are kept by.
    public var name: String {
        switch self {
        case .account: "AccountRefused"
        case .tokenRefused: "TokenRefused"
        case .tokenNotReached: "TokenNotReached"
        case .accessRefused: "AccessRefused"
        case .signing: "SigningFailed"
        case .transport(.timedOut), .transport(.noTurn): "DeadlineExceeded"
        case .transport(.untrusted), .transport(.unreadableTrust): "NotTrusted"
        case .transport(.connectionLost): "ConnectionLost"
        case .transport: "NotReachable"
        }
    }

    /// Whether it is certain that FCM did not see the message.
    public var isCertainlyUndone: Bool {
        switch self {
        case .tokenRefused, .tokenNotReached, .account, .accessRefused, .signing: true
        case .transport(let error): error.isCertainlyUndone
        }
    }

    /// Whether every message of this account will fail until that is mended.
    public var isAboutAccount: Bool {
        switch self {
        case .account, .accessRefused, .signing: true
        case .tokenRefused, .tokenNotReached, .transport: false
        }
    }
}

extension FCMFailure {
    /// What a cause of ``name`` means and what to do; nil for a word that is none.
    public static func advice(named name: String) -> String? {
        switch name {
        case "AccountRefused":
            "Google does not accept the service account. Check that its key was not deleted, and this machine's clock."
        case "TokenRefused": "Google's login server gave no access token. Try again later."
        case "TokenNotReached":
            "Google's login server could not be reached. Check the network, DNS, and that port 443 is open."
        case "AccessRefused": "FCM refuses a fresh access token. Check that the account belongs to the project."
        case "SigningFailed": "The service account's key does not sign. Give the app a new one."
        case "DeadlineExceeded": "The service did not answer in time. Send again later."
        case "NotTrusted": "The server's certificate was not trusted. Check for a proxy in between, and the clock."
        case "ConnectionLost":
            "The connection broke before the answer, so that it may have come through. Check the network."
        case "NotReachable":
            "The service could not be reached. Check the network, DNS, and that port 443 is open."
        default: nil
        }
    }
}

extension FCMFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .account(let code, let words):
            "Google does not accept the service account (\(words.isEmpty ? code : "\(code): \(words)")). Check that its key was not deleted, and this machine's clock."
        case .tokenRefused(let status, _): "Google gave no access token (status \(status)). Try again later."
        case .tokenNotReached(let error): "There is no access token. \(error)"
        case .accessRefused: "FCM refuses a fresh access token. Check that the account belongs to the project."
        case .signing(let failure): failure.description
        case .transport(let error): error.description
        }
    }
}
