import PushyCore

/// The page that asks once more before a device is removed.
struct RemovalPage: Sendable {
    /// The device's name, which does not tell its address.
    let name: String
    /// Where it is removed.
    let action: String
    /// Where it leads not to remove it.
    let back: String
    let deletes: KVSpending?
    /// Whether deletes are refused once they are spent.
    let isEnforced: Bool

    func page(in frame: PageFrame) -> Page {
        let question = QuestionPage(
            title: "Remove a device?",
            question: "Remove \(name)?",
            consequences: [
                """
                No broadcast goes to it any more, unless the app registers again: it does at its next launch if it calls \
                Pushy then.
                """,
                cost,
            ],
            action: action,
            yes: "Remove it",
            back: back,
            no: "Keep it",
            section: .devices
        )
        return question.page(in: frame)
    }

    private var cost: String {
        guard let deletes, let limit = deletes.limit, let remaining = deletes.remaining else {
            return "It takes one delete, of which there is no limit."
        }
        if remaining == 0, isEnforced {
            return
                "All \(limit.grouped) deletes of the budget are spent: it is left out of broadcasts from now on, and "
                + "deleted when the next budget begins."
        }
        return "It takes one delete of the budget: \(deletes.used.grouped) of \(limit.grouped) are used."
    }
}
