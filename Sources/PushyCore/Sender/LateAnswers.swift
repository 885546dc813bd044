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
