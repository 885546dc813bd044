import Foundation

@testable import PushyCore
@testable import WorkersKV

/// An app's writes, five minutes by five minutes, drawn at the rates that its life is made of.
struct SampledApp {
    /// What the clock says when it begins.
    static let start = HourTally(containing: Moment("2026-11-02T00:00:00Z").now).start

    /// By five minutes.
    private let demands: [PutDemand]

    /// One thing that happens in an app's life: writes an hour, by hours since the start.
    struct Part {
        let newPerHour: (_ hour: Double) -> Double
        let knownPerHour: (_ hour: Double) -> Double
    }

    init(days: Int, seed: UInt64, _ parts: [Part]) {
        var generator = SeededGenerator(seed: seed)
        demands = (0..<days * 24 * 12).map { index in
            // The middle of the five minutes stands for them.
            let hour = (Double(index) + 0.5) / 12
            let new = parts.reduce(0) { $0 + $1.newPerHour(hour) } / 12
            let known = parts.reduce(0) { $0 + $1.knownPerHour(hour) } / 12
            return PutDemand(new: generator.poisson(new), known: generator.poisson(known))
        }
    }

    /// The hours as the store would have them so many hours after the start.
    func hours(after hours: Double) -> [HourTally] {
        let passed = hours * 12
        var tallies: [HourTally] = []
        for index in 0...Int(passed) {
            let moment = Self.start + Double(index) * 300
            if index.isMultiple(of: 12) { tallies.append(HourTally(containing: moment)) }
            guard index < demands.count else { break }
            // Of the five minutes that are under way, as much has come as they are old.
            let share = min(1, passed - Double(index))
            let demand = demands[index]
            let come = PutDemand(new: Int(Double(demand.new) * share), known: Int(Double(demand.known) * share))
            tallies[tallies.count - 1].count(come, at: moment)
        }
        return tallies
    }

    func trace(after hours: Double) -> DemandTrace {
        DemandTrace(self.hours(after: hours), now: Self.start + hours * 3600)
    }

    /// The spikes that a report would show so many hours after the start.
    func spikes(after hours: Double, on budget: KVBudget = KVBudget()) -> [Spike] {
        SpikeRule(budget).spikes(in: trace(after: hours))
    }

    /// How many writes there were between two hours.
    func count(_ first: Double, _ last: Double) -> Int {
        demands[Int(first * 12)..<Int(last * 12)].reduce(0) { $0 + $1.total }
    }
}

extension SampledApp.Part {
    /// The same rate all the time; a third of an app's usual writes are first registrations.
    static func steady(_ perHour: Double) -> Self {
        Self(newPerHour: { _ in perHour / 3 }, knownPerHour: { _ in perHour * 2 / 3 })
    }

    /// Quiet nights and full evenings, `mean` an hour over the day; the busiest hour has about twice as much.
    static func daily(mean: Double) -> Self {
        func rate(_ hour: Double) -> Double { mean * (1 + 0.95 * sin((hour - 12) / 24 * 2 * .pi)) }
        return Self(newPerHour: { rate($0) / 3 }, knownPerHour: { rate($0) * 2 / 3 })
    }

    /// Twice as much on two days of seven.
    static func weekly(mean: Double) -> Self {
        func rate(_ hour: Double) -> Double { mean * (Int(hour / 24) % 7 >= 5 ? 2 : 1) }
        return Self(newPerHour: { rate($0) / 3 }, knownPerHour: { rate($0) * 2 / 3 })
    }

    /// First registrations between two hours.
    static func rollout(_ perHour: Double, from first: Double, through last: Double) -> Self {
        Self(newPerHour: { (first..<last).contains($0) ? perHour : 0 }, knownPerHour: { _ in 0 })
    }

    /// Writes of known tokens between two hours.
    static func churn(_ perHour: Double, from first: Double, through last: Double) -> Self {
        Self(newPerHour: { _ in 0 }, knownPerHour: { (first..<last).contains($0) ? perHour : 0 })
    }

    /// Apple's phased release over seven days: of those who have it, four in ten open the app on a day, by day more than
    /// by night.
    static func phasedRelease(users: Double, from first: Double) -> Self {
        let shares = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]
        var perDay: [Double] = []
        var registered = 0.0
        for day in 0..<30 {
            let new = (users * shares[min(day, 6)] - registered) * 0.4
            perDay.append(new)
            registered += new
        }
        let daily = perDay
        return Self(
            newPerHour: { hour in
                let day = Int(((hour - first) / 24).rounded(.down))
                guard daily.indices.contains(day) else { return 0 }
                return daily[day] / 24 * (1 + 0.8 * sin((hour - 12) / 24 * 2 * .pi))
            },
            knownPerHour: { _ in 0 }
        )
    }
}
