/// A signed JSON Web Token in its compact form.
///
/// Source: RFC 7515, section 7.1, and RFC 7519.
public struct JSONWebToken: Hashable, Sendable {
    /// Header, claims and signature in Base64URL, joined by dots.
    public let text: String
    /// The header as JSON.
    public let header: [UInt8]
    /// The claims as JSON.
    public let claims: [UInt8]
    public let signature: [UInt8]

    /// Signs header and claims with ES256; the header must name that algorithm.
    public init(header: [UInt8], claims: [UInt8], signedBy key: P256.PrivateKey) throws(CryptoFailure) {
        let input = Self.input(header, claims)
        self.init(header, claims, input, signature: try key.sign(Array(input.utf8)))
    }

    /// Signs header and claims with RS256; the header must name that algorithm.
    public init(header: [UInt8], claims: [UInt8], signedBy key: RSA.PrivateKey) throws(CryptoFailure) {
        let input = Self.input(header, claims)
        self.init(header, claims, input, signature: try key.sign(Array(input.utf8)))
    }

    private init(_ header: [UInt8], _ claims: [UInt8], _ input: String, signature: [UInt8]) {
        text = "\(input).\(Base64URL.encode(signature))"
        self.header = header
        self.claims = claims
        self.signature = signature
    }

    private static func input(_ header: [UInt8], _ claims: [UInt8]) -> String {
        "\(Base64URL.encode(header)).\(Base64URL.encode(claims))"
    }

    /// Takes a token apart; nil where it is not three parts of Base64URL. Nothing is verified by that.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(String(parts[0])),
            let claims = Base64URL.decode(String(parts[1])), let signature = Base64URL.decode(String(parts[2]))
        else { return nil }
        self.text = text
        self.header = header
        self.claims = claims
        self.signature = signature
    }

    /// Whether the signature is this key's by ES256.
    public func isSigned(by key: P256.PublicKey) -> Bool {
        key.isValid(signature: signature, of: signedInput)
    }

    /// Whether the signature is this key's by RS256.
    public func isSigned(by key: RSA.PublicKey) -> Bool {
        key.isValid(signature: signature, of: signedInput)
    }

    private var signedInput: [UInt8] {
        Array(text.utf8.prefix(upTo: text.utf8.lastIndex(of: UInt8(ascii: ".")) ?? text.utf8.endIndex))
    }
}
