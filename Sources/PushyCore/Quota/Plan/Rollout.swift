import WorkersKV

/// A release that makes an app's users register, as far as it can be foreseen: how many there are, how the release is
/// staged, and how often they open the app.
public struct Rollout: Hashable, Sendable {
    /// The users who will have the release in the end.
    public var users: Int

    /// Which share of them has it on each day, 0 to 1; the last one holds from then on.
    public var stages: [Double]

    /// Which share of those who have it opens the app on a day, above 0 and at most 1: the first opening registers.
    public var dailyOpens: Double

    /// Writes a day that the app makes besides.
    public var otherWrites: Int

    /// Takes the facts.
    public init(users: Int, stages: [Double], dailyOpens: Double, otherWrites: Int = 0) {
        self.users = users
        self.stages = stages
        self.dailyOpens = dailyOpens
        self.otherWrites = otherWrites
    }

    /// Apple's phased release for automatic updates, by day.
    ///
    /// Source: App Store Connect, release a version update in phases.
    public static let phasedRelease = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]

    /// For how many days in all Apple lets a phased release be paused.
    public static let pauseLimit = 30

    /// All users on the first day.
    public static let atOnce = [1.0]
}

extension Rollout {
    /// One day of the rollout; users are expected numbers, rounded.
    public struct Day: Hashable, Sendable {
        /// 1 on the first day.
        public let number: Int
        /// Which share of the users has the release.
        public let released: Double
        /// Whether the release was held where it was on the day before.
        public let isHeld: Bool
        /// Registrations that the day brings and the budget carries.
        public let registered: Int
        /// Registrations that the budget refuses; the apps try again when they are opened next.
        public let refused: Int
        /// All that are registered by the end of the day.
        public let registeredSoFar: Int
    }

    /// The course of the rollout when the release goes on by its stages, whatever the budget says.
    ///
    /// - Parameter writesPerDay: The day's budget; nil is any number.
    /// - Returns: the days until 99 in 100 users are registered, or a year.
    public func course(writesPerDay: Int?) -> [Day] {
        simulate(writesPerDay: writesPerDay) { _, _ in false }
    }

    /// The course when the release is paused on each day on which the next stage would bring more than the budget.
    ///
    /// Where a stage alone is more than a day's budget it goes on once waiting longer would gain nothing.
    ///
    /// - Parameter writesPerDay: The day's budget.
    /// - Returns: the days until 99 in 100 users are registered, or a year.
    public func pacedCourse(writesPerDay: Int) -> [Day] {
        let budget = Double(max(0, writesPerDay - otherWrites))
        return simulate(writesPerDay: writesPerDay) { waiting, afterNext in
            afterNext * dailyOpens > budget && waiting * dailyOpens > budget * Self.negligible
        }
    }

    /// A pause ends when those who still come are so small a share of the budget.
    private static let negligible = 0.1
    private static let longestCourse = 365

    /// Goes through the days; the release is held when the closure says so of the users who have it and are not registered,
    /// now and after the next stage.
    private func simulate(
        writesPerDay: Int?,
        holding holds: (_ waiting: Double, _ waitingAfterNext: Double) -> Bool
    ) -> [Day] {
        let budget = writesPerDay.map { Double(max(0, $0 - otherWrites)) } ?? .infinity
        var days: [Day] = []
        var registered = 0.0
        var stage = -1
        while days.count < Self.longestCourse, registered < 0.99 * Double(users) {
            let isLast = stage == stages.count - 1
            let waiting = released(stage) - registered
            let isHeld = !isLast && stage >= 0 && holds(waiting, released(stage + 1) - registered)
            if !isLast && !isHeld { stage += 1 }
            let wanted = max(0, released(stage) - registered) * dailyOpens
            let carried = min(wanted, budget)
            registered += carried
            days.append(
                Day(
                    number: days.count + 1,
                    released: stages[stage],
                    isHeld: isHeld,
                    registered: Int(carried.rounded()),
                    refused: Int((wanted - carried).rounded()),
                    registeredSoFar: Int(registered.rounded())
                )
            )
            guard budget > 0 else { break }
        }
        return days
    }

    private func released(_ stage: Int) -> Double {
        stages.indices.contains(stage) ? stages[stage] * Double(users) : 0
    }
}
