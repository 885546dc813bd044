import Foundation
import WorkersKV

/// One pass over a trace, hour by hour, that opens and closes spikes.
struct SpikeSearch {
    let trace: DemandTrace
    let hourTotals: [Int]

    /// Which hours a spike touches, so far.
    private(set) var hoursInSpikes: [Bool]

    private var open: Open?
    private var found: [Spike] = []
    private var firstFreePart = 0

    private struct Open {
        let firstPart: Int
        let usual: UsualHour
        var lastHighPart: Int
    }

    private static let partsPerHour = DemandTrace.partsPerHour

    init(trace: DemandTrace) {
        self.trace = trace
        hourTotals = trace.hourTotals
        hoursInSpikes = Array(repeating: false, count: trace.hourCount)
    }

    /// Looks at the five minutes of an hour, as far as they have begun.
    ///
    /// - Parameters:
    ///   - hour: The hour, by its place in the trace.
    ///   - usual: What it is compared with.
    ///   - threshold: How many writes an hour of a spike brings.
    mutating func examine(_ hour: Int, usual: UsualHour, threshold: Double) {
        let parts = hour * Self.partsPerHour..<(hour + 1) * Self.partsPerHour
        for part in parts where part <= trace.runningPart {
            if open == nil {
                if begins(at: part, threshold) {
                    open = Open(
                        firstPart: firstHighPart(before: part, threshold),
                        usual: usual,
                        lastHighPart: part
                    )
                }
            } else if isHigh(part, threshold) {
                open?.lastHighPart = part
            }
            mark(through: part)
            if part < trace.runningPart, !lasts(at: part, threshold) { close() }
        }
    }

    /// The spikes, with the one that lasts.
    consuming func finished() -> [Spike] {
        guard let open else { return found }
        return found + [spike(open, through: trace.runningPart, isOngoing: true)]
    }

    private func begins(at part: Int, _ threshold: Double) -> Bool {
        if Double(trace.total(ofLast: 2, upTo: part)) >= threshold / 3 { return true }
        return Double(trace.total(ofLast: Self.partsPerHour, upTo: part)) >= threshold && lasts(at: part, threshold)
    }

    /// Half an hour at half the rate is a quarter of an hour's writes.
    private func lasts(at part: Int, _ threshold: Double) -> Bool {
        Double(trace.total(ofLast: Self.partsPerHour / 2, upTo: part)) >= threshold / 4
    }

    /// Whether five minutes run at half the rate of a spike at least.
    private func isHigh(_ part: Int, _ threshold: Double) -> Bool {
        Double(trace.parts[part].total) >= threshold / Double(2 * Self.partsPerHour)
    }

    /// Where the stretch began that runs high now, at most an hour ago and after the spike before it.
    private func firstHighPart(before part: Int, _ threshold: Double) -> Int {
        let earliest = max(firstFreePart, part - Self.partsPerHour + 1)
        guard var first = (earliest...part).last(where: { isHigh($0, threshold) }) else { return part }
        while first > earliest, isHigh(first - 1, threshold) { first -= 1 }
        return first
    }

    private mutating func mark(through part: Int) {
        guard let open else { return }
        for hour in open.firstPart / Self.partsPerHour...part / Self.partsPerHour { hoursInSpikes[hour] = true }
    }

    private mutating func close() {
        guard let closing = open else { return }
        open = nil
        found.append(spike(closing, through: closing.lastHighPart, isOngoing: false))
        firstFreePart = closing.lastHighPart + 1
        // The quiet half hour that ended it is as usual as any.
        let lastHour = closing.lastHighPart / Self.partsPerHour
        for hour in hoursInSpikes.indices where hour > lastHour { hoursInSpikes[hour] = false }
    }

    private func spike(_ open: Open, through last: Int, isOngoing: Bool) -> Spike {
        var demand = PutDemand()
        for part in trace.parts[open.firstPart...last] { demand += part }
        return Spike(
            from: trace.start(of: open.firstPart),
            to: isOngoing ? trace.now : trace.start(of: last + 1),
            isOngoing: isOngoing,
            baseline: open.usual.median,
            new: demand.new,
            changed: demand.known
        )
    }
}
