import APNs

/// What became of those who were tried again after a pause.
struct LateAnswers: Sendable {
    let answered: AnsweredPage
    /// Those who were removed, or left the audience, during the pause: nothing was sent to them, and they count for nothing.
    let withdrawn: [DeviceToken]

    /// All of them, as their keys.
    var tokens: Set<String> {
        Set((answered.page.deliveries.map(\.token) + withdrawn).map(\.hex))
    }

    /// The same without those who are sent to again when the broadcast goes on.
    func decided(afterTrouble hasTrouble: Bool) -> LateAnswers {
        LateAnswers(answered: answered.decided(afterTrouble: hasTrouble), withdrawn: withdrawn)
    }
}

/// How often each of those who were late was tried again. The tries are the sender's, and not the channel's: before each of
/// them it looks whether the device is still there, and still of the audience.
struct LateTries: Sendable {
    /// Who could not be reached is given this long before it is tried again, and twice as long each time after.
    private static let firstPause = Duration.milliseconds(500)
    /// So often, who fares badly each time is tried again.
    private static let limit = 5
    /// Each of these takes a request's whole deadline.
    private static let limitOfTimeouts = 2

    private var counts: [DeviceToken: Int] = [:]

    /// How long those who wait are left alone: as long as suits who was tried least.
    func pause(before tokens: [DeviceToken]) -> Duration {
        Self.firstPause * (1 << (tokens.map { counts[$0] ?? 0 }.min() ?? 0))
    }

    /// Takes what came of a try. Who has to wait once more after the last one has failed.
    mutating func count(_ late: LateAnswers) -> LateAnswers {
        var outcomes = late.answered.outcomes
        for (place, delivery) in late.answered.page.deliveries.enumerated() {
            let tries = (counts.removeValue(forKey: delivery.token) ?? 0) + 1
            guard case .late(let failure) = outcomes[place] else { continue }
            let limit = if case .deadline = failure { Self.limitOfTimeouts } else { Self.limit }
            if tries < limit { counts[delivery.token] = tries } else { outcomes[place] = .failed(failure) }
        }
        for token in late.withdrawn { counts[token] = nil }
        let answered = AnsweredPage(page: late.answered.page, outcomes: outcomes, sentAt: late.answered.sentAt)
        return LateAnswers(answered: answered, withdrawn: late.withdrawn)
    }
}
