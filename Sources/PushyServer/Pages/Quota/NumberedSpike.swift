import PushyCore

/// A spike with the number by which the charts and the list below them name it.
struct NumberedSpike: Sendable {
    let number: Int
    let spike: Spike

    /// `2 Rollout`
    var name: String { "\(number) \(spike.kind.worded)" }

    /// The spikes of a report, the oldest being number 1.
    static func all(of report: QuotaReport) -> [NumberedSpike] {
        report.spikes.enumerated().map { NumberedSpike(number: $0 + 1, spike: $1) }
    }

    /// The places of the list's template.
    var scope: TemplateScope {
        [
            "name": .text(spike.kind.worded), "number": .text(String(number)),
            "from": .text(spike.from.worded), "fromMoment": .text(spike.from.rfc3339),
            "to": spike.isOngoing ? nil : .text(spike.to.worded), "toMoment": .text(spike.to.rfc3339),
            "meaning": .text(spike.meaning),
        ]
    }
}

extension Spike.Kind {
    /// The kind for a person.
    fileprivate var worded: String {
        switch self {
        case .rollout: "Rollout"
        case .churn: "Churn"
        }
    }
}

extension Spike {
    /// What came, what usually comes, and what that means.
    fileprivate var meaning: String {
        let usual = "an hour of that time usually brings \(baseline.grouped)"
        return switch kind {
        case .rollout:
            "\(writes.grouped) writes were asked for, \(new.grouped) of them for new devices; \(usual). "
                + "A release reached its users."
        case .churn:
            "\(writes.grouped) writes were asked for, \(changed.grouped) of them for known devices; \(usual). "
                + "See whether the app compares before it registers."
        }
    }
}
