import Foundation
import PushyCore

/// The clock on somebody's wall: what time it shows there at a moment, and which moment a time there is.
struct WallClock: Sendable {
    static let utc = WallClock(zone: .gmt, zoneName: "UTC")

    private let zone: TimeZone
    /// The zone's IANA name: `Europe/Berlin`.
    let zoneName: String

    private init(zone: TimeZone, zoneName: String) {
        self.zone = zone
        self.zoneName = zoneName
    }

    /// The clock of a zone; without a name it is UTC's.
    ///
    /// - Throws: ``DraftFault`` for the field `timeZone`.
    init(zoneName: String?) throws(DraftFault) {
        guard let zoneName, zoneName != Self.utc.zoneName else {
            self = .utc
            return
        }
        guard zoneName.contains("/"), let zone = TimeZone(identifier: zoneName) else {
            let reason = "There is no time zone \"\(zoneName.prefix(64))\". Write UTC, or one such as Europe/Berlin."
            throw DraftFault(field: BroadcastForm.timeZoneName, reason: reason)
        }
        self.init(zone: zone, zoneName: zoneName)
    }

    /// The moment at which the clock shows a time as an input of the type `datetime-local` gives it:
    /// `2026-12-24T09:00`. Nil for any other text.
    ///
    /// Of an hour that comes twice or never as clocks are changed it is one nearby; whoever sends sees which.
    func moment(_ text: String) -> Date? {
        guard text.utf8.count == 16, text.contains("T"),
            let asUTC = try? Date(text + ":00Z", strategy: .iso8601)
        else { return nil }
        let estimate = asUTC - TimeInterval(zone.secondsFromGMT(for: asUTC))
        return asUTC - TimeInterval(zone.secondsFromGMT(for: estimate))
    }

    /// What the clock shows, as an input of the type `datetime-local` takes it.
    func input(for moment: Date) -> String {
        let asUTC = moment + TimeInterval(zone.secondsFromGMT(for: moment))
        return String(asUTC.rfc3339.prefix(16))
    }

    /// What the clock shows, for a person: `24 Dec 2026, 09:00 in Europe/Berlin`.
    func words(for moment: Date) -> String {
        "\(moment.minute(in: zone)) \(zone == .gmt ? zoneName : "in \(zoneName)")"
    }
}

extension Date {
    /// `30 Nov 2026, 07:15`, as clocks of the zone show it.
    fileprivate func minute(in zone: TimeZone) -> String {
        let style = Date.VerbatimFormatStyle(
            format:
                "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits), \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
            locale: Locale(identifier: "en_GB"),
            timeZone: zone,
            calendar: Calendar(identifier: .gregorian)
        )
        return formatted(style)
    }

    /// The moment for a person, in UTC: `30 Nov 2026, 07:15 UTC`. A script puts it into the reader's own zone.
    var worded: String { WallClock.utc.words(for: self) }

    /// The moment for a person, by a clock and in UTC.
    func worded(by clock: WallClock) -> String {
        let words = clock.words(for: self)
        return words == worded ? worded : "\(words), which is \(worded)"
    }

    /// The time of the day alone, in UTC: `07:15 UTC`.
    var wordedTime: String { String(worded.suffix(9)) }
}
