import HTTPClient

/// Whom a push service may write to about a sender: `mailto:` and an address, or an https page.
///
/// A value of this type is one that every service takes: Apple's answers 403 to hosts of one's own machine, and to stray
/// spaces and brackets.
///
/// Source: RFC 8292, section 2.1.
public struct VAPIDSubject: Hashable, Sendable {
    /// As the token carries it.
    public let text: String

    /// Takes it as it was given.
    public init(_ text: String) throws(Invalid) {
        guard text.utf8.count <= Self.maximumByteCount, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            !text.contains(where: { "<>\"\\".contains($0) }), Self.isMailAddress(text) || Self.isPage(text)
        else { throw Invalid() }
        self.text = text
    }

    /// Why a text is no subject.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String {
            "The subject must be mailto: and an address, or https:// and a public host, without blanks or brackets."
        }
    }

    private static let maximumByteCount = 255

    private static func isMailAddress(_ text: String) -> Bool {
        guard text.hasPrefix("mailto:") else { return false }
        let parts = text.dropFirst("mailto:".count).split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && !parts[0].contains(":") && isPublic(String(parts[1]))
    }

    private static func isPage(_ text: String) -> Bool {
        guard let address = HTTPAddress(text) else { return false }
        return address.scheme == "https" && !address.hasUserInfo && isPublic(address.host)
    }

    private static func isPublic(_ host: String) -> Bool {
        let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, !labels.contains(where: \.isEmpty), NetworkAddress(host) == nil else { return false }
        return !["localhost", "localdomain", "local", "invalid"].contains(labels.last)
    }
}
