import PushyCore

extension Tally {
    /// The counts, each with what it means; the carrier is who took what was accepted.
    func counts(by carrier: String) -> [TemplateScope] {
        [
            Self.count("accepted", "Accepted", accepted, "\(carrier) took it."),
            Self.count("removed", "Removed", removed, "The app is gone; the token was deleted."),
            Self.count("kept", "Kept", kept, "Refused as gone, yet registered since, or elsewhere."),
            Self.count("pending", "Pending", pending, "To be deleted when the budget allows it."),
            Self.count("rejected", "Rejected", rejected.values.reduce(0, +), "Refused; the token stays."),
            Self.count("failed", "Failed", failed.values.reduce(0, +), "Not delivered after retries."),
        ].filter { $0.isAlwaysShown || $0.number > 0 }.map(\.scope)
    }

    /// Why devices were not reached, the most frequent reason first.
    var reasons: [TemplateScope] {
        let rejections = rejected.map { ($0, $1, Self.advice(on: $0)) }
        let failures = failed.map { ($0, $1, APNsFailure.advice(named: $0)) }
        return (rejections + failures)
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
            .map { ["reason": .text($0), "count": .text($1.grouped), "advice": .text($2)] }
    }

    /// What a refusal means, whose word tells which service it is of: FCM writes in capitals, a browser's names a status.
    private static func advice(on reason: String) -> String {
        if reason.hasPrefix("HTTP ") { return "The browser's push service does not take the message." }
        let isOfFCM = reason.utf8.allSatisfy {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_")
        }
        return isOfFCM ? FCMErrorCode(rawValue: reason).advice : APNsReason(rawValue: reason).advice
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
