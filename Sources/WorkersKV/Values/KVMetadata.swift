import Foundation

/// The JSON that is kept beside a value and comes with each entry of a list: at most 1,024 bytes.
///
/// It is kept as text, so that numbers and the order of members come back as they were sent; only blanks between the
/// parts are dropped, as a serialiser would.
public struct KVMetadata: Hashable, Sendable {
    /// The JSON in UTF-8.
    public let json: [UInt8]

    /// Takes any JSON value as text.
    ///
    /// - Throws: ``KVRefusal/malformedMetadata`` or ``KVRefusal/metadataTooLong(byteCount:)``.
    public init(json: [UInt8]) throws(KVRefusal) {
        let compact = Self.withoutBlanks(json)
        guard compact.count <= KVLimits.metadataByteCount else { throw .metadataTooLong(byteCount: compact.count) }
        guard Self.isJSON(json) else { throw .malformedMetadata }
        self.json = compact
    }

    /// Takes JSON that this store has checked before.
    init(stored json: [UInt8]) {
        self.json = json
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        // The parser would also take UTF-16, which cannot go out within UTF-8 again.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else { return false }
        return (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    private static func withoutBlanks(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                continue
            }
            kept.append(byte)
        }
        return kept
    }
}
