import PushyCore

/// The writes of some hours as a small chart, the oldest hour first.
struct HourChart: Sendable {
    let hours: [QuotaHour]

    private static let eighths = Array(" ▁▂▃▄▅▆▇█")
    private static let longestRow = 40

    private var most: Int { hours.map(\.activity.writes).max() ?? 0 }

    func lines(_ style: QuotaText.Style) -> [String] {
        guard most > 0 else { return ["no writes in the last \(hours.count) hours"] }
        let title = "writes in the last \(hours.count) hours, in UTC, at most \(most.grouped) an hour"
        return [title] + (style == .drawn ? columns : rows)
    }

    /// Two lines of columns, and the hours below.
    private var columns: [String] {
        let heights = hours.map { height($0.activity.writes, of: 16) }
        let upper = heights.map { twice(Self.eighths[max(0, $0 - 8)]) }.joined()
        let lower = heights.map { twice(Self.eighths[min(8, $0)]) }.joined()
        let labels = hours.enumerated().filter { $0.offset.isMultiple(of: 6) }.map {
            "\($0.element.clock)".padded(to: 12)
        }
        return [upper, lower, labels.joined() + "UTC"]
    }

    /// A line for each hour.
    private var rows: [String] {
        let width = most.grouped.count
        return hours.map { hour in
            let count = hour.activity.writes
            let row = "\(hour.clock)  \(count.grouped.rightAligned(to: width))"
            let marks = String(repeating: "#", count: height(count, of: Self.longestRow))
            return marks.isEmpty ? row : "\(row)  \(marks)"
        }
    }

    /// What is not nothing has one step at least.
    private func height(_ count: Int, of steps: Int) -> Int {
        count == 0 ? 0 : max(1, Int((Double(count) / Double(most) * Double(steps)).rounded()))
    }

    private func twice(_ block: Character) -> String { String(repeating: block, count: 2) }
}

extension QuotaHour {
    /// `05:00`, in UTC.
    fileprivate var clock: String { String(start.utcMinute.suffix(5)) }
}
