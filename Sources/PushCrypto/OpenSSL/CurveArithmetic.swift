import COpenSSL

/// Arithmetic on P-256 in OpenSSL's low-level words.
///
/// A message of Web Push takes a fresh key and one agreement. Through EVP either costs several times as much, most of
/// it for objects around the numbers.
enum CurveArithmetic {
    /// Safe to share because nothing changes the curve after it was made, and it is never freed.
    nonisolated(unsafe) private static let curve: OpaquePointer? = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)

    /// A random number from 1 to the curve's order, exclusive, and the point that belongs to it.
    static func randomPair() throws(CryptoFailure) -> (scalar: [UInt8], point: [UInt8]) {
        guard let scratch = Scratch() else { throw CryptoFailure(while: "making a key") }
        let order = EC_GROUP_get0_order(curve)
        repeat {
            guard BN_priv_rand_range(scratch.scalar, order) == 1 else { throw CryptoFailure(while: "making a key") }
        } while BN_is_zero(scratch.scalar) == 1
        guard let scalar = bytes(of: scratch.scalar), let point = multiplyGenerator(scratch) else {
            throw CryptoFailure(while: "making a key")
        }
        return (scalar, point)
    }

    /// The point that belongs to a scalar; nil where the scalar is 0 or not below the curve's order.
    static func point(of scalar: [UInt8]) -> [UInt8]? {
        guard scalar.count == P256.scalarByteCount, let scratch = Scratch(),
            BN_bin2bn(scalar, Int32(scalar.count), scratch.scalar) != nil,
            BN_is_zero(scratch.scalar) == 0, BN_cmp(scratch.scalar, EC_GROUP_get0_order(curve)) < 0
        else { return nil }
        return multiplyGenerator(scratch)
    }

    /// Whether 65 bytes are a point on the curve.
    static func isOnCurve(_ point: [UInt8]) -> Bool {
        guard point.count == P256.pointByteCount, let parsed = EC_POINT_new(curve) else { return false }
        defer { EC_POINT_free(parsed) }
        // Parsing checks the curve's equation: `EC_POINT_oct2point` fails for a point that is not on it.
        let isParsed = EC_POINT_oct2point(curve, parsed, point, point.count, nil) == 1
        if !isParsed { ERR_clear_error() }
        return isParsed
    }

    /// The first coordinate of the scalar's multiple of a point, 32 bytes.
    static func agree(scalar: [UInt8], point: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        guard let scratch = Scratch(),
            BN_bin2bn(scalar, Int32(scalar.count), scratch.scalar) != nil,
            EC_POINT_oct2point(curve, scratch.point, point, point.count, scratch.context) == 1,
            EC_POINT_mul(curve, scratch.point, nil, scratch.point, scratch.scalar, scratch.context) == 1,
            EC_POINT_get_affine_coordinates(curve, scratch.point, scratch.coordinate, nil, scratch.context) == 1,
            let secret = bytes(of: scratch.coordinate)
        else { throw CryptoFailure(while: "agreeing on a secret") }
        return secret
    }

    private static func multiplyGenerator(_ scratch: borrowing Scratch) -> [UInt8]? {
        guard EC_POINT_mul(curve, scratch.point, scratch.scalar, nil, nil, scratch.context) == 1 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: P256.pointByteCount) { buffer, count in
            count = EC_POINT_point2oct(
                curve,
                scratch.point,
                POINT_CONVERSION_UNCOMPRESSED,
                buffer.baseAddress,
                buffer.count,
                scratch.context
            )
        }
        return bytes.count == P256.pointByteCount ? bytes : nil
    }

    /// A number as 32 bytes, padded on the left.
    private static func bytes(of number: OpaquePointer?) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: P256.scalarByteCount) { buffer, count in
            count = max(0, Int(BN_bn2binpad(number, buffer.baseAddress, Int32(buffer.count))))
        }
        return bytes.count == P256.scalarByteCount ? bytes : nil
    }

    /// What one computation works in; secrets in it are wiped when it goes.
    private struct Scratch: ~Copyable {
        let context: OpaquePointer
        let scalar: OpaquePointer
        let coordinate: OpaquePointer
        let point: OpaquePointer

        /// Nil where there is no memory.
        init?() {
            let context = BN_CTX_secure_new()
            let scalar = BN_new()
            let coordinate = BN_new()
            let point = EC_POINT_new(curve)
            guard let context, let scalar, let coordinate, let point else {
                BN_CTX_free(context)
                BN_free(scalar)
                BN_free(coordinate)
                EC_POINT_free(point)
                return nil
            }
            BN_set_flags(scalar, BN_FLG_CONSTTIME)
            self.context = context
            self.scalar = scalar
            self.coordinate = coordinate
            self.point = point
        }

        deinit {
            EC_POINT_clear_free(point)
            BN_clear_free(coordinate)
            BN_clear_free(scalar)
            BN_CTX_free(context)
        }
    }
}
