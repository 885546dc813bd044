import Foundation
import PushCrypto

/// A key that an app or its backend presents, as it is shown once: what is kept of it is its digest.
public struct AppKey: Hashable, Sendable {
    /// What a key opens.
    public enum Role: String, Hashable, Sendable, Codable {
        /// Registers and sends: for the app's backend, which can keep a secret.
        case backend
        /// Registers and does nothing else: for the app itself, in whose binary anybody can find it.
        case client

        var prefix: String {
            switch self {
            case .backend: "pg_live_"
            case .client: "pg_app_"
            }
        }
    }

    /// The key as it is presented.
    public let text: String

    /// A new key from the system's random source.
    init(for role: Role) {
        text = role.prefix + AccessKey.randomText()
    }

    /// A text that has the form of a key; whether it is one, only ``Apps`` can tell.
    public init?(_ text: String) {
        guard let prefix = [Role.backend, .client].map(\.prefix).first(where: text.hasPrefix),
            text.utf8.count == prefix.utf8.count + AccessKey.randomCharacterCount
        else { return nil }
        self.text = text
    }

    /// What is kept, and looked up: whoever reads it can make no key of it.
    var digest: String { Base64URL.encode(SHA256.hash(Array(text.utf8))) }
}

extension AppKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(a key)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
