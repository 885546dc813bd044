import Foundation
import WorkersKV

/// When the period's writes will be spent, if all goes on as it does now.
///
/// A day is expected to run as the same hours of the last seven days did, without spikes, raised or lowered by how the
/// last six hours compare with theirs; on a spike comes what it adds now, for as long as the period lasts. On the first
/// day the last hour is all there is to go by. What an app asks for counts, refused writes included.
struct Forecast: Sendable {
    private let trace: DemandTrace
    private let totals: [Int]
    private let isInSpike: [Bool]
    private let spike: Spike?
    /// The running hour, by its place in the trace.
    private let hour: Int

    /// Takes a trace, and what ``SpikeRule`` finds in it.
    init(_ trace: DemandTrace, spikes: [Spike]) {
        self.trace = trace
        totals = trace.hourTotals
        spike = spikes.last.flatMap { $0.isOngoing ? $0 : nil }
        hour = trace.part(at: trace.now) / DemandTrace.partsPerHour
        var isInSpike = Array(repeating: false, count: totals.count)
        for spike in spikes {
            let last = trace.part(at: spike.to - 1) / DemandTrace.partsPerHour
            for hour in trace.part(at: spike.from) / DemandTrace.partsPerHour...last where hour < isInSpike.count {
                isInSpike[hour] = true
            }
        }
        self.isInSpike = isInSpike
    }

    /// When as many more writes as remain will have been asked for; nil when the period is over before.
    func moment(ofSpending remaining: Int, before reset: Date, in granularity: BudgetPeriod.Granularity) -> Date? {
        guard remaining > 0 else { return trace.now }
        let rates = rates(in: granularity)
        var left = Double(remaining)
        var moment = trace.now
        var hour = hour
        while moment < reset {
            let end = min(HourTally(index: trace.firstHour + hour + 1).start, reset)
            let rate = rates(hour)
            let spent = rate * end.timeIntervalSince(moment) / 3600
            if spent >= left { return moment + left / rate * 3600 }
            left -= spent
            moment = end
            hour += 1
        }
        return nil
    }

    /// The writes that an hour is expected to bring, by its place in the trace.
    private func rates(in granularity: BudgetPeriod.Granularity) -> (_ hour: Int) -> Double {
        guard hour >= 24 else {
            let rate = presentRate
            return { _ in rate }
        }
        // Six hours say nothing about a month, and the week before says enough.
        let level = spike == nil && granularity == .day ? levelOfToday : 1
        let added = spike == nil ? 0 : max(0, presentRate - rhythm(hour))
        return { rhythm($0) * level + added }
    }

    /// Writes an hour now: those of the last hour, or at the rate since the spike began if that is later.
    private var presentRate: Double {
        guard !trace.parts.isEmpty else { return 0 }
        let hourAgo = trace.now - 3600
        let since = max(spike?.from ?? hourAgo, hourAgo)
        // The part that holds the moment counts in full: a few minutes more or less do not matter here.
        let first = min(max(0, trace.part(at: since)), trace.runningPart)
        let count = trace.total(ofLast: trace.runningPart - first + 1, upTo: trace.runningPart)
        return Double(count) / max(Self.leastSeconds, trace.now.timeIntervalSince(since)) * 3600
    }

    /// Of less than ten minutes no rate is made.
    private static let leastSeconds = 600.0

    /// How the last six hours compare with the same hours of the days before.
    private var levelOfToday: Double {
        let hours = (max(0, hour - 6)..<hour).filter { !isInSpike[$0] }
        let came = hours.reduce(0) { $0 + totals[$1] }
        let expected = hours.reduce(0) { $0 + rhythm($1) }
        return (Double(came) + Self.writesOfDoubt) / (expected + Self.writesOfDoubt)
    }

    /// So many writes more or less in six hours are chance.
    private static let writesOfDoubt = 20.0

    /// The mean of the same hour over the last seven days that are over; hours of spikes only when there are no others.
    private func rhythm(_ wanted: Int) -> Double {
        let daysAhead = max(0, (wanted - hour) / 24)
        let sameHours = (1...7).map { wanted - 24 * ($0 + daysAhead) }.filter { (0..<hour).contains($0) }
        let plain = sameHours.filter { !isInSpike[$0] }
        let compared = plain.isEmpty ? sameHours : plain
        guard !compared.isEmpty else { return presentRate }
        return compared.reduce(0) { $0 + Double(totals[$1]) } / Double(compared.count)
    }
}
