import HTTPClient
import JSON

/// FCM's rules beyond the shape of a message.
///
/// Source: Firebase, FCM HTTP v1 API and "About FCM messages".
enum FCMRules {
    /// Four weeks.
    static let longestTimeToLive = 2_419_200.0

    static func check(_ message: JSONObject) throws(FCMRefusal) {
        for data in [message["data"], message["android"]?["data"], message["webpush"]?["data"]] {
            for key in names(in: data) where isReserved(key) { throw .reservedDataKey(key) }
        }
        if case .string(let text) = message["android"]?["ttl"] { try checkTimeToLive(text) }
        if case .string(let link) = message["webpush"]?["fcmOptions"]?["link"] {
            guard HTTPAddress(link)?.scheme == "https" else { throw .notHTTPS("webpush.fcmOptions.link") }
        }
        let byteCount = byteCount(of: message)
        guard byteCount <= FCMMessage.maximumByteCount else { throw .tooLarge(byteCount: byteCount) }
    }

    /// The size that FCM counts: names and values, without what JSON puts around them.
    static func byteCount(of message: JSONObject) -> Int {
        ["notification", "data", "android"].reduce(0) { $0 + size(of: message[$1]) }
    }

    private static func isReserved(_ key: String) -> Bool {
        key == "from" || key == "message_type" || key.hasPrefix("google.") || key.hasPrefix("gcm.notification.")
    }

    private static func checkTimeToLive(_ text: String) throws(FCMRefusal) {
        guard let seconds = Double(text.dropLast()), seconds <= longestTimeToLive else { throw .timeToLive(text) }
    }

    private static func names(in value: JSONValue?) -> [String] {
        guard case .object(let object) = value else { return [] }
        return object.members.map(\.name)
    }

    private static func size(of value: JSONValue?) -> Int {
        switch value {
        case .object(let object): object.members.reduce(0) { $0 + $1.name.utf8.count + size(of: $1.value) }
        case .array(let values): values.reduce(0) { $0 + size(of: $1) }
        case .string(let text): text.utf8.count
        case .number(let number): number.text.utf8.count
        case .bool(let flag): flag ? 4 : 5
        case .null, nil: 0
        }
    }
}
