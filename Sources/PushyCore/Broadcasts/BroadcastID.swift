import Foundation

/// The name of a broadcast: a UUID of version 7, so that names sort by the moment of creation.
///
/// Source: RFC 9562, section 5.7.
public struct BroadcastID: Hashable, Sendable {
    /// Lowercase, as it stands in addresses: `019ad0c2-7d10-7c6f-9a55-0f3b0c9d1e2a`.
    public let text: String

    /// A new name for a broadcast created at `moment`.
    public init(at moment: Date) {
        let milliseconds = UInt64(max(0, moment.timeIntervalSince1970 * 1_000))
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * index)) }
        bytes[6] = 0x70 | bytes[6] & 0x0F
        bytes[8] = 0x80 | bytes[8] & 0x3F
        text = Self.grouped(bytes)
    }

    /// The name that `text` holds, or nil when it is not one.
    public init?(_ text: String) {
        guard UUID(uuidString: text) != nil else { return nil }
        self.text = text.lowercased()
    }

    /// The key under which the broadcast is stored: its time counted backwards, so that a list gives the newest first.
    var key: String {
        let digits = text.filter { $0 != "-" }.prefix(12)
        let milliseconds = UInt64(digits, radix: 16) ?? 0
        let remaining = String(0xFFFF_FFFF_FFFF - milliseconds, radix: 16)
        return String(repeating: "0", count: 12 - remaining.count) + remaining + "-" + text
    }

    private static func grouped(_ bytes: [UInt8]) -> String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
        }
        return text
    }
}

extension BroadcastID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = BroadcastID(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a broadcast's id.")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
