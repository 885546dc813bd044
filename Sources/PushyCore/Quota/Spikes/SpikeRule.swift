import Foundation
import WorkersKV

/// What counts as a spike.
///
/// An hour is compared with the same hour and its two neighbours on the seven days before, without the hours of earlier
/// spikes unless all of them were one. A spike begins when an hour brings at least four times their median, twice what
/// four in five of them stay within, and a twelfth of the day's budget (84 writes suffice on any plan after the first
/// day), or when ten minutes bring a third of that, and it ends when half an hour runs at less than half that rate. It
/// is a rollout when most of its writes are first registrations, and churn when known tokens are written again.
///
/// The budget's share keeps a tiny app quiet, whose two writes an hour become six; the same hours of other days keep a
/// daily rhythm quiet; leaving earlier spikes out keeps a long one from becoming its own yardstick before a week is over;
/// the ten minutes show a rollout while it can still be slowed.
struct SpikeRule: Sendable {
    /// The fewest writes an hour that are ever a spike.
    private let least: Double
    /// The same before there is a day to compare with: on a large plan a first day may bring more than on the free one.
    private let leastOnFirstDay: Double

    init(_ budget: KVBudget) {
        let daily = budget.dailyWrites ?? Self.freeDailyWrites
        leastOnFirstDay = max(Self.leastEver, daily / Self.hoursOfBudget)
        least = max(Self.leastEver, min(daily, Self.freeDailyWrites) / Self.hoursOfBudget)
    }

    /// A rate that spends the day's budget in less than half the day can still be slowed.
    private static let hoursOfBudget = 12.0
    /// Below this nobody needs to act, however small a budget was set by hand.
    private static let leastEver = 20.0
    private static let freeDailyWrites = 1000.0

    /// How many writes an hour of a spike brings, when these hours are what it is compared with.
    func threshold(_ usual: UsualHour) -> Double {
        max(
            usual.hasWholeDay ? least : leastOnFirstDay,
            4 * Double(usual.median),
            2 * Double(usual.fourthQuintile)
        )
    }

    /// The spikes of a trace, oldest first.
    func spikes(in trace: DemandTrace) -> [Spike] {
        var search = SpikeSearch(trace: trace)
        for hour in 0..<trace.hourCount {
            let usual = UsualHour(hour, of: search.hourTotals, leavingOut: search.hoursInSpikes)
            search.examine(hour, usual: usual, threshold: threshold(usual))
        }
        return search.finished()
    }
}

extension KVBudget {
    /// The writes that the budget gives for a day; nil is any number.
    var dailyWrites: Double? {
        limit(of: .writes).map { limit in
            switch plan.granularity {
            case .day: Double(limit)
            case .month: Double(limit) / 30
            }
        }
    }
}
