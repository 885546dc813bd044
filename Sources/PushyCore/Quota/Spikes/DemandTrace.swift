import Foundation
import WorkersKV

/// The writes that were asked for, five minutes by five minutes, from the first hour that had any until now.
///
/// What the budget refused is in it: a rollout goes on when the day's writes are spent. What was before the first write
/// is unknown, not quiet: an app that begins today has no history.
struct DemandTrace: Sendable {
    /// Hours since the beginning of 1970 at the first part.
    let firstHour: Int

    /// The demand of each five minutes, whole hours of them; those after ``now`` are empty.
    let parts: [PutDemand]

    /// Until when it reaches.
    let now: Date

    /// The writes asked for before each part, and in the end all of them.
    private let sums: [Int]

    static let partsPerHour = HourTally.demandCount
    static let secondsPerPart = 3600 / Double(partsPerHour)

    /// Takes hours that follow each other, the last one that of `now`.
    init(_ hours: [HourTally], now: Date) {
        let known = hours.drop { hour in hour.demand.allSatisfy { $0.total == 0 } }
        firstHour = known.first?.index ?? HourTally(containing: now).index
        let parts = known.flatMap(\.demand)
        var sums = [0]
        sums.reserveCapacity(parts.count + 1)
        for part in parts { sums.append(sums[sums.count - 1] + part.total) }
        self.parts = parts
        self.sums = sums
        self.now = now
    }

    var hourCount: Int { parts.count / Self.partsPerHour }

    /// The part that `now` is in; it has only begun.
    var runningPart: Int {
        min(part(at: now), parts.count - 1)
    }

    /// When a part begins.
    func start(of part: Int) -> Date {
        HourTally(index: firstHour).start + Double(part) * Self.secondsPerPart
    }

    /// The part that holds the moment.
    func part(at moment: Date) -> Int {
        Int((moment.timeIntervalSince(start(of: 0)) / Self.secondsPerPart).rounded(.down))
    }

    /// The writes asked for in the last `count` parts up to a part, that part included.
    func total(ofLast count: Int, upTo part: Int) -> Int {
        sums[part + 1] - sums[max(0, part - count + 1)]
    }

    /// The writes asked for in each hour.
    var hourTotals: [Int] {
        (0..<hourCount).map { hour in total(ofLast: Self.partsPerHour, upTo: (hour + 1) * Self.partsPerHour - 1) }
    }
}
