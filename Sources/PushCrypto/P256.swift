/// The elliptic curve P-256 and ES256 signatures over it.
public enum P256 {}

extension P256 {
    public final class PrivateKey: Sendable {}
}

public enum SHA256 {
    public static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(repeating: 0, count: 32) }
}
