import Foundation
import PushyCore

/// Writes in equal stretches of time as a drawing: a column for each, of what came new, changed, came again and was
/// refused, with spikes marked and named.
///
/// It is drawn in hundredths of its own width and height, so it fits any screen and its letters stay as large as others.
struct QuotaChart: Sendable {
    /// One column.
    struct Column: Sendable {
        let start: Date
        let activity: QuotaActivity
        /// What stands below it, if anything does.
        var label: Label?
    }

    /// What stands below a column.
    struct Label: Sendable {
        let text: String
        /// Whether a narrow screen shows it as well.
        let isImportant: Bool
    }

    /// A line across at the height of a budget.
    struct Limit: Sendable {
        let writes: Int
        let name: String
    }

    let columns: [Column]
    let end: Date
    let spikes: [NumberedSpike]
    var limit: Limit?

    /// A limit that is so many times higher than all columns would press them flat, so it is left out.
    private static let tallestLimit = 4

    private var most: Int { columns.map(\.activity.asked).max() ?? 0 }

    /// Whether there is anything to draw.
    var isEmpty: Bool { most == 0 }

    private var shownLimit: Limit? { limit.flatMap { $0.writes <= most * Self.tallestLimit ? $0 : nil } }

    /// What the whole height stands for.
    private var top: Int { max(most, shownLimit?.writes ?? 0).roundedUp }
}

extension QuotaActivity {
    /// What was asked for, refused or not.
    fileprivate var asked: Int { writes + refused }
}

// MARK: Drawing

extension QuotaChart {
    /// The width of a column, in the units of the drawing.
    private static let step = 10

    /// The places of the chart's template.
    var scope: TemplateScope {
        [
            "drawingWidth": .text(String(columns.count * Self.step)),
            "lines": .list(lines),
            "series": .list(Series.allCases.compactMap { series in self.scope(of: series) }),
            "spikes": .list(spikeMarks),
            "labels": .list(labels),
            "limit": shownLimit.map { .list([scope(of: $0)]) },
        ]
    }

    private var lines: [TemplateScope] {
        let values = top.isMultiple(of: 2) && top > 2 ? [top, top / 2] : [top]
        return values.map { ["at": .text(percent(1 - share(of: $0))), "value": .text($0.grouped)] }
    }

    private func scope(of limit: Limit) -> TemplateScope {
        [
            "limitAt": .text(percent(1 - share(of: limit.writes))), "limitName": .text(limit.name),
            "limitWrites": .text(limit.writes.grouped),
        ]
    }

    private func scope(of series: Series) -> TemplateScope? {
        let total = columns.reduce(0) { $0 + series.count(in: $1.activity) }
        guard total > 0 else { return nil }
        return [
            "seriesClass": .text(series.rawValue), "seriesName": .text(series.name), "total": .text(total.grouped),
            "path": .text(path(of: series)),
        ]
    }

    /// A rectangle for each column that has some, one above the other in the order of the series.
    private func path(of series: Series) -> String {
        var path = ""
        for (place, column) in columns.enumerated() {
            let count = series.count(in: column.activity)
            guard count > 0 else { continue }
            let below = series.below.reduce(0) { $0 + $1.count(in: column.activity) }
            let foot = 100 - share(of: below) * 100
            // What is not nothing shows.
            let height = max(0.8, share(of: count) * 100)
            path += "M\(place * Self.step + 1) \(tenths(foot))v-\(tenths(height))h\(Self.step - 2)v\(tenths(height))z"
        }
        return path
    }

    private var spikeMarks: [TemplateScope] {
        let marks = spikes.filter { $0.spike.to > start && $0.spike.from < end }
        let lefts = marks.map { max(0, position(of: $0.spike.from)) }
        return marks.indices.map { place in
            let left = lefts[place]
            let right = max(left + 0.008, min(1, position(of: marks[place].spike.to)))
            // A name at the right edge runs to the left, the others to the right.
            let isAtEdge = left > 1 - Self.nameRoom
            let room =
                isAtEdge ? left - (place > 0 ? lefts[place - 1] : -1) : (lefts.dropFirst(place + 1).first ?? 2) - left
            let isNamed = room > Self.nameRoom && (!isAtEdge || place == lefts.count - 1)
            return [
                "spikeAt": .text(percent(left)), "spikeWidth": .text(percent(right - left)),
                "spikeNameAt": .text(percent(isAtEdge ? min(1, right) : left)),
                "anchor": .text(isAtEdge ? "end" : "start"),
                "spikeName": .text(isNamed ? marks[place].name : Self.numbers(upTo: place, of: marks, at: lefts)),
            ]
        }
    }

    /// The number of a mark, or those of all that stand as good as in one place; the last of these says it.
    private static func numbers(upTo place: Int, of marks: [NumberedSpike], at lefts: [Double]) -> String {
        if place + 1 < lefts.count, lefts[place + 1] - lefts[place] < numberRoom { return "" }
        var first = place
        while first > 0, lefts[first] - lefts[first - 1] < numberRoom { first -= 1 }
        return first == place ? "\(marks[place].number)" : "\(marks[first].number)–\(marks[place].number)"
    }

    /// The share of the width that a number takes on a narrow screen.
    private static let numberRoom = 0.06
    /// The share of the width that a name takes on a narrow screen; where there is less, the number does.
    private static let nameRoom = 0.25

    private var labels: [TemplateScope] {
        columns.enumerated().compactMap { place, column in
            guard let label = column.label else { return nil }
            let middle = (Double(place) + 0.5) / Double(columns.count)
            let anchor = middle < 0.04 ? "start" : middle > 0.96 ? "end" : "middle"
            return [
                "labelAt": .text(percent(middle < 0.04 ? 0 : middle > 0.96 ? 1 : middle)),
                "labelText": .text(label.text),
                "labelAnchor": .text(anchor), "labelClass": .text(label.isImportant ? "" : "minor"),
            ]
        }
    }

    private var start: Date { columns.first?.start ?? end }

    private func position(of moment: Date) -> Double {
        moment.timeIntervalSince(start) / max(1, end.timeIntervalSince(start))
    }

    private func share(of count: Int) -> Double { Double(count) / Double(max(1, top)) }

    private func percent(_ share: Double) -> String { "\(tenths(share * 100))%" }

    /// The number with one decimal at most.
    private func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension QuotaChart {
    /// What a column is made of, from its foot.
    private enum Series: String, CaseIterable {
        case new
        case changed
        case unchanged
        case refused

        var name: String {
            switch self {
            case .new: "New devices"
            case .changed: "Changed"
            case .unchanged: "Written again"
            case .refused: "Refused"
            }
        }

        func count(in activity: QuotaActivity) -> Int {
            switch self {
            case .new: activity.new
            case .changed: activity.changed
            case .unchanged: activity.unchanged
            case .refused: activity.refused
            }
        }

        /// What stands below it in a column.
        var below: ArraySlice<Series> { Self.allCases.prefix { $0 != self } }
    }
}

extension Int {
    /// The next number that reads well on an axis: 1, 2 or 5 with noughts behind it.
    fileprivate var roundedUp: Int {
        var unit = 1
        while unit <= self / 10 { unit *= 10 }
        return [1, 2, 5, 10].map { $0 * unit }.first { $0 >= self } ?? self
    }
}
