import Foundation

/// One UTC day or one UTC month: the time for which a budget lasts.
public struct BudgetPeriod: Hashable, Sendable {
    /// Whether the period is a day or a month.
    public enum Granularity: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
        case day
        case month

        public var description: String { rawValue }
    }

    /// Whether the period is a day or a month.
    public let granularity: Granularity

    /// Days, or months, since the beginning of 1970.
    public let index: Int

    /// Takes a period by its place in the sequence of days or months since the beginning of 1970.
    public init(_ granularity: Granularity, index: Int) {
        self.granularity = granularity
        self.index = index
    }

    /// The period that holds the moment.
    public init(_ granularity: Granularity, containing moment: Date) {
        let day = Int((moment.timeIntervalSince1970 / Self.secondsPerDay).rounded(.down))
        switch granularity {
        case .day: self.init(.day, index: day)
        case .month:
            let date = CivilDate(daysSince1970: day)
            self.init(.month, index: (date.year - 1970) * 12 + date.month - 1)
        }
    }

    /// Its first moment, 00:00 UTC.
    public var start: Date {
        Date(timeIntervalSince1970: Double(firstDay) * Self.secondsPerDay)
    }

    /// The first moment after it, when the next budget begins.
    public var end: Date {
        BudgetPeriod(granularity, index: index + 1).start
    }

    private static let secondsPerDay = 86_400.0

    private var firstDay: Int {
        switch granularity {
        case .day: index
        case .month:
            CivilDate(year: 1970 + index.flooredQuotient(12), month: index.flooredRemainder(12) + 1).daysSince1970
        }
    }
}

extension BudgetPeriod: CustomStringConvertible {
    /// `2026-11-30` for a day, `2026-11` for a month.
    public var description: String {
        let date = CivilDate(daysSince1970: firstDay)
        let month = "\(date.year)-\(date.month < 10 ? "0" : "")\(date.month)"
        return granularity == .month ? month : "\(month)-\(date.day < 10 ? "0" : "")\(date.day)"
    }
}
