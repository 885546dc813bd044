extension P256 {
    /// A point on the curve as others hand it over: 65 bytes, the first of them 4.
    ///
    /// A value of this type is on the curve, so that no key can be coaxed out of an agreement with it.
    ///
    /// Source: SEC 1, section 2.3.3; RFC 8291 and RFC 8292 carry keys so.
    public struct Point: Hashable, Sendable {
        /// The 65 bytes.
        public let bytes: [UInt8]

        /// Takes the bytes as they came.
        ///
        /// - Throws: ``KeyFault/notAPoint``.
        public init(_ bytes: [UInt8]) throws(KeyFault) {
            guard bytes.first == 4, CurveArithmetic.isOnCurve(bytes) else { throw .notAPoint }
            self.bytes = bytes
        }

        init(checked bytes: [UInt8]) {
            self.bytes = bytes
        }
    }
}
