import Foundation
import JSON

/// What APNs answered to one request, read with patience: an answer need not be JSON, nor small, nor known.
///
/// Source: User Notifications, "Handling notification responses from APNs".
struct APNsAnswer: Hashable, Sendable {
    let status: Int
    /// As it came; where none came, the status stands for it: `HTTP 502`.
    let reason: APNsReason
    /// With a 410: when APNs last confirmed that the token was no longer valid.
    let timestamp: Date?
    /// How long the server asks to wait.
    let retryAfter: Duration?

    /// Reasons are short names; what is longer comes from something else than APNs, and counts are kept by it.
    static let maximumReasonByteCount = 64

    init(status: Int, body: [UInt8], retryAfter: String? = nil) {
        let json = body.isEmpty ? nil : try? JSONValue(reading: body)
        self.status = status
        reason = Self.reason(in: json) ?? APNsReason(rawValue: "HTTP \(status)")
        timestamp = Self.timestamp(in: json)
        // Only the form in seconds; a date would be read against a clock that may be the very thing that is wrong.
        self.retryAfter = retryAfter.flatMap { UInt32($0) }.map { .seconds(Int64($0)) }
    }

    private static func reason(in json: JSONValue?) -> APNsReason? {
        guard case .string(let text) = json?["reason"], !text.isEmpty, text.utf8.count <= maximumReasonByteCount,
            text.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        return APNsReason(rawValue: text)
    }

    private static func timestamp(in json: JSONValue?) -> Date? {
        guard case .number(let number) = json?["timestamp"], let milliseconds = number.integer, milliseconds > 0 else {
            return nil
        }
        return Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
    }
}
