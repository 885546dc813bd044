import APNs
import Foundation

/// Moments as other services write them: seconds, milliseconds or microseconds since 1970, as numbers or as text, or a date.
enum ForeignMoment {
    /// The years in which a push token can have been registered; what lies outside is no moment but some other number. A
    /// number means one unit at most, as the ranges of the three do not meet.
    private static let plausibleSeconds = 1_200_000_000.0..<4_200_000_000.0

    /// The moment in RFC 3339's form, with milliseconds where it has any.
    static func text(_ moment: Date) -> String {
        let hasFraction = (moment.timeIntervalSince1970 * 1000).rounded().truncatingRemainder(dividingBy: 1000) != 0
        return moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }

    /// When a token was registered, by the members of its record; nil when none of them says it.
    static func registration(in members: JSONObject) -> Date? {
        for name in ForeignName.registered {
            for member in members.members where ForeignName.plain(member.name) == name {
                if let moment = moment(member.value) { return moment }
            }
        }
        return nil
    }

    /// The moment that a value means; nil when it is none.
    static func moment(_ value: JSONValue) -> Date? {
        switch value {
        case .number(let number): return number.double.flatMap(moment)
        case .string(let text):
            if let number = Double(text) { return moment(number) }
            return Date(rfc3339: text) ?? Date(rfc3339: text + "T00:00:00Z")
        case .null, .bool, .array, .object: return nil
        }
    }

    private static func moment(_ number: Double) -> Date? {
        for unit in [1, 1e3, 1e6] where plausibleSeconds.contains(number / unit) {
            return Date(timeIntervalSince1970: number / unit)
        }
        return nil
    }
}
