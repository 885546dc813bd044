import Foundation
import WorkersKV

/// The account's budget, read as a report: what is spent, what was saved, what stands out and where it leads.
public struct Quota: Sendable {
    let store: KVStore
    let now: @Sendable () -> Date

    /// Takes the store and its clock.
    public init(store: KVStore, now: @escaping @Sendable () -> Date = { Date() }) {
        self.store = store
        self.now = now
    }

    /// The report of this moment.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the store cannot be read.
    public func report() async throws(KVError) -> QuotaReport {
        let moment = now()
        let usage = try await store.usage()
        let tallies = try await store.hourTallies(from: moment - Self.secondsKept, through: moment)
        let trace = DemandTrace(tallies, now: moment)
        let spikes = SpikeRule(store.budget).spikes(in: trace)
        return QuotaReport(
            usage: usage,
            hours: tallies.suffix(QuotaReport.hourCount).map(QuotaHour.init),
            days: QuotaDay.last(QuotaReport.dayCount, of: tallies, until: moment),
            // What older spikes were compared with is forgotten by now.
            spikes: spikes.filter { $0.to > moment - Self.secondsOfSpikes },
            exhaustedAt: Forecast(trace, spikes: spikes).moment(ofSpending: usage),
            alerts: try await alerts(of: usage, at: moment),
            moment: moment
        )
    }

    /// The spike that is under way, if there is one.
    func ongoingSpike() async throws(KVError) -> Spike? {
        let moment = now()
        let tallies = try await store.hourTallies(from: moment - Self.secondsKept, through: moment)
        let spikes = SpikeRule(store.budget).spikes(in: DemandTrace(tallies, now: moment))
        return spikes.last.flatMap { $0.isOngoing ? $0 : nil }
    }

    private static let secondsKept = Double(HourTally.hoursKept) * 3600
    private static let secondsOfSpikes = 28 * 86_400.0
}

extension Forecast {
    /// When the writes of the period will be spent; nil when they last, or when there is no limit.
    fileprivate func moment(ofSpending usage: KVUsage) -> Date? {
        guard let remaining = usage.spending[.writes]?.remaining else { return nil }
        return moment(ofSpending: remaining, before: usage.resetsAt, in: usage.period.granularity)
    }
}
