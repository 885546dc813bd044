import PushyCore

extension Tally {
    /// The counts, each with what it means; the carrier is who took what was accepted.
    func counts(by carrier: String) -> [TemplateScope] {
        [
            Self.count("accepted", "Accepted", accepted, "\(carrier) took it."),
            Self.count("removed", "Removed", removed, "The app is gone; the token was deleted."),
            Self.count("kept", "Kept", kept, "Called gone, yet registered again since, or for another environment."),
            Self.count("pending", "Pending", pending, "To be deleted when the budget allows it."),
            Self.count("rejected", "Rejected", rejected.values.reduce(0, +), "Refused; the token stays."),
            Self.count("failed", "Failed", failed.values.reduce(0, +), "Not delivered after retries."),
        ].filter { $0.isAlwaysShown || $0.number > 0 }.map(\.scope)
    }

    /// Why devices were not reached, the most frequent reason first.
    ///
    /// Of a broadcast to every service, a word may be any service's.
    func reasons(isByEveryService: Bool) -> [TemplateScope] {
        (rejected.map { ($0, $1) } + failed.map { ($0, $1) })
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
            .map { reason, count in
                [
                    "reason": .text(reason), "count": .text(count.grouped),
                    "advice": .text(DeliveryAdvice.on(reason, isByEveryService: isByEveryService)),
                ]
            }
    }

    private static func count(
        _ id: String,
        _ name: String,
        _ number: Int,
        _ hint: String
    ) -> (isAlwaysShown: Bool, number: Int, scope: TemplateScope) {
        let scope: TemplateScope = [
            "id": .text(id), "name": .text(name), "count": .text(number.grouped), "hint": .text(hint),
        ]
        return (id == "accepted" || id == "removed", number, scope)
    }
}
