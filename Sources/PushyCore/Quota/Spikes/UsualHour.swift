/// What an hour is compared with: the same hour and its two neighbours on the seven days before it.
struct UsualHour: Sendable {
    /// What such an hour usually brings.
    let median: Int

    /// What four in five of these hours stay within.
    let fourthQuintile: Int

    /// Whether a whole day is known before the hour.
    let hasWholeDay: Bool

    /// Looks back from an hour, by its place among the totals.
    ///
    /// Hours of spikes are left out, but for a rate that has lasted for a week: that is the usual one. The hours of the
    /// first day are compared with nothing, least of all with each other: a slow rollout would be its own yardstick.
    init(_ hour: Int, of totals: [Int], leavingOut isInSpike: [Bool]) {
        hasWholeDay = hour >= 24
        let former = hasWholeDay ? Self.sameHours(before: hour) : []
        let plain = former.filter { !isInSpike[$0] }
        let compared = plain.isEmpty && hour >= 7 * 24 ? former : plain
        let counts = compared.map { totals[$0] }
        median = counts.quantile(0.5) ?? 0
        fourthQuintile = counts.quantile(0.8) ?? 0
    }

    private static func sameHours(before hour: Int) -> [Int] {
        (1...7).flatMap { day in
            let same = hour - 24 * day
            return (same - 1...same + 1).filter { $0 >= 0 }
        }
    }
}
