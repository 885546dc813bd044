extension P256 {
    /// A private key that agrees with somebody else's point on a secret. It signs nothing.
    ///
    /// Source: RFC 8291, section 3.1; SEC 1, section 3.3.1.
    public struct AgreementKey: Sendable {
        /// The private number, 32 bytes.
        public let scalar: [UInt8]
        /// The public half.
        public let point: Point

        /// A fresh key.
        public static func generate() throws(CryptoFailure) -> AgreementKey {
            let (scalar, point) = try CurveArithmetic.randomPair()
            return AgreementKey(scalar: scalar, point: Point(checked: point))
        }

        private init(scalar: [UInt8], point: Point) {
            self.scalar = scalar
            self.point = point
        }

        /// Takes the private number, 32 bytes.
        ///
        /// - Throws: ``KeyFault/notAScalar``.
        public init(scalar: [UInt8]) throws(KeyFault) {
            guard let point = CurveArithmetic.point(of: scalar) else { throw .notAScalar }
            self.init(scalar: scalar, point: Point(checked: point))
        }
    }
}

extension P256.AgreementKey {
    /// The secret that both ends come to: 32 bytes, leading zeros included.
    public func sharedSecret(with other: P256.Point) throws(CryptoFailure) -> [UInt8] {
        try CurveArithmetic.agree(scalar: scalar, point: other.bytes)
    }
}
