import Foundation
import Testing

@testable import PushyCore

@Suite("A moment in the form of RFC 3339")
struct RFC3339Tests {
    @Test("is the one that Foundation reads, in whatever form, right or wrong")
    func sameAsFoundation() {
        var chance = SeededGenerator(seed: 11)
        for _ in 0..<5_000 {
            let moment = Date(timeIntervalSince1970: TimeInterval(Int.random(in: -1 << 31..<1 << 33, using: &chance)))
            var text = Array(moment.formatted(.iso8601).utf8)
            if Bool.random(using: &chance) {
                let digit = "0123456789-Z".utf8.randomElement(using: &chance) ?? 0
                text[Int.random(in: 0..<text.count, using: &chance)] = digit
            }
            let form = String(decoding: text, as: UTF8.self)
            #expect(Date(rfc3339: form) == Self.foundation(form), "\(form)")
        }
    }

    @Test(
        "may be one that no calendar has, or with a fraction",
        arguments: [
            "2026-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z",
            "2026-11-31T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T23:59:60Z", "1969-12-31T23:59:59Z",
            "2026-11-30T05:00:00.250Z", "2026-11-30T05:00:00+01:00", "2026-11-30", "",
        ]
    )
    func edges(form: String) {
        #expect(Date(rfc3339: form) == Self.foundation(form))
    }

    private static func foundation(_ form: String) -> Date? {
        (try? Date.ISO8601FormatStyle().parse(form))
            ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(form))
    }
}
