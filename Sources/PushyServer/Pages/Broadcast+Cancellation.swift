import PushyCore

extension Broadcast {
    /// What is asked once more before it is cancelled; nil once there is nothing left to cancel.
    var cancellation: QuestionPage? {
        let standing: String
        switch state {
        case .done, .cancelled: return nil
        case .scheduled, .queued: standing = "Nothing of it was sent yet, and nothing will be."
        case .running:
            standing = "It goes on while you read this, and was at \(progress) just now: the others get nothing."
        case .paused, .stopped: standing = "\(progress) were dealt with: the others get nothing."
        }
        return QuestionPage(
            title: "Cancel?",
            question: "Cancel “\(draft.message.headline)”?",
            consequences: [standing, "This cannot be taken back: a cancelled broadcast does not go on."],
            action: "\(address)/cancel",
            yes: "Cancel it",
            back: address,
            no: "Leave it as it is",
            section: .history
        )
    }
}
