import Foundation
import WorkersKV

/// What was written in a stretch of time.
public struct QuotaActivity: Hashable, Sendable {
    /// Puts; the sum of new, changed and unchanged.
    public private(set) var writes = 0
    /// First registrations.
    public private(set) var new = 0
    /// Puts that changed what was there.
    public private(set) var changed = 0
    /// Puts of what was there already: writes burnt for nothing.
    public private(set) var unchanged = 0
    /// Deletes.
    public private(set) var removed = 0
    /// Puts and deletes that a budget refused.
    public private(set) var refused = 0

    mutating func add(_ hour: HourTally) {
        writes += hour.writes
        new += hour.new
        changed += hour.changed
        unchanged += hour.unchanged
        removed += hour.removed
        refused += hour.refused
    }
}

/// What was written in an hour.
public struct QuotaHour: Hashable, Sendable {
    /// Its first moment.
    public let start: Date
    /// What was written in it.
    public let activity: QuotaActivity

    init(_ hour: HourTally) {
        var activity = QuotaActivity()
        activity.add(hour)
        start = hour.start
        self.activity = activity
    }
}

/// What was written on a UTC day.
public struct QuotaDay: Hashable, Sendable {
    /// The day.
    public let period: BudgetPeriod
    /// What was written on it.
    public let activity: QuotaActivity

    /// The last days, oldest first; those of which nothing is known are empty.
    static func last(_ count: Int, of hours: [HourTally], until moment: Date) -> [QuotaDay] {
        let today = BudgetPeriod(.day, containing: moment).index
        var activities = Array(repeating: QuotaActivity(), count: count)
        for hour in hours {
            let place = BudgetPeriod(.day, containing: hour.start).index - today + count - 1
            if activities.indices.contains(place) { activities[place].add(hour) }
        }
        return activities.enumerated().map { place, activity in
            QuotaDay(period: BudgetPeriod(.day, index: today - count + 1 + place), activity: activity)
        }
    }
}
