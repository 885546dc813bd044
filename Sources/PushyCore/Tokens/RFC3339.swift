import Foundation

extension Date {
    /// The moment that a text of RFC 3339 names, with or without a fraction of a second.
    init?(rfc3339 text: String) {
        if let moment = Date(wholeSeconds: text.utf8) {
            self = moment
            return
        }
        let formats = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
        for format in formats {
            // The two forms exclude each other, so that one fails is expected.
            if let moment = try? format.parse(text) {
                self = moment
                return
            }
        }
        return nil
    }

    /// The moment in the form that Pushy writes, `2026-11-30T05:00:00Z`; nil for any other, which may name one all the same.
    ///
    /// A broadcast that finds thousands of dead tokens looks at as many of these.
    init?(wholeSeconds text: some Collection<UInt8>) {
        let pattern: StaticString = "dddd-dd-ddTdd:dd:ddZ"
        guard text.count == pattern.utf8CodeUnitCount else { return nil }
        var numbers = [0, 0, 0, 0, 0, 0]
        var place = 0
        for (index, byte) in text.enumerated() {
            let wanted = pattern.utf8Start[index]
            if wanted == UInt8(ascii: "d") {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                numbers[place] = numbers[place] * 10 + Int(byte - UInt8(ascii: "0"))
            } else {
                guard byte == wanted else { return nil }
                place += 1
            }
        }
        guard numbers[0] >= 1970, numbers[3] < 24, numbers[4] < 60, numbers[5] < 60 else { return nil }
        var parts = tm()
        parts.tm_year = Int32(numbers[0] - 1900)
        parts.tm_mon = Int32(numbers[1] - 1)
        parts.tm_mday = Int32(numbers[2])
        parts.tm_hour = Int32(numbers[3])
        parts.tm_min = Int32(numbers[4])
        parts.tm_sec = Int32(numbers[5])
        let seconds = timegm(&parts)
        // A day that the month does not have would have become one of the next.
        guard parts.tm_mon == numbers[1] - 1, parts.tm_mday == numbers[2] else { return nil }
        self.init(timeIntervalSince1970: TimeInterval(seconds))
    }
}
