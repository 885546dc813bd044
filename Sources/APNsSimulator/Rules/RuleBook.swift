import Foundation
import HTTP2

/// The rules at work: laid out for speed, with their counters.
struct RuleBook: Sendable {
    private var entries: [Entry]
    private var generator: SeededGenerator

    /// What a rule does to a request, with its answer laid out.
    struct Verdict: Sendable {
        let action: Action
        let delay: Duration
    }

    enum Action: Sendable {
        case ordinary
        case answer(PreparedResponse, status: Int, reason: APNsReason?)
        case reset(HTTP2ErrorCode)
        case goAway(SimulatorRule.LastStream, debugData: [UInt8])
        case drop
        case dropInAnswer
        case silence
        case streamLimit(UInt32)
    }

    private struct Entry: Sendable {
        let prefix: [UInt8]
        let suffix: [UInt8]
        let rule: SimulatorRule
        let verdict: Verdict
        var metCount = 0
        var appliedCount = 0

        /// A 410 always says since when: where the rule does not, since this moment.
        func verdict(at moment: Date) -> Verdict {
            guard case .refuse(410, let reason, nil, let retryAfter) = rule.effect else { return verdict }
            let milliseconds = Int64(moment.timeIntervalSince1970 * 1_000)
            let effect = SimulatorRule.Effect.refuse(
                status: 410,
                reason: reason,
                timestamp: milliseconds,
                retryAfterSeconds: retryAfter
            )
            return Verdict(action: Action(effect), delay: verdict.delay)
        }
    }

    init(_ rules: SimulatorRules) {
        generator = SeededGenerator(seed: rules.seed)
        entries = rules.rules.map { rule in
            Entry(
                prefix: Array((rule.tokenPrefix ?? "").lowercased().utf8),
                suffix: Array((rule.tokenSuffix ?? "").lowercased().utf8),
                rule: rule,
                verdict: Verdict(action: Action(rule.effect), delay: rule.delay)
            )
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The first rule that applies to a request for this token; nothing is the ordinary course.
    mutating func verdict(onToken token: Span<UInt8>, connection: Int, at moment: Date) -> Verdict? {
        for index in entries.indices where applies(index, token, connection) {
            entries[index].appliedCount += 1
            return entries[index].verdict(at: moment)
        }
        return nil
    }

    private mutating func applies(_ index: Int, _ token: Span<UInt8>, _ connection: Int) -> Bool {
        let rule = entries[index].rule
        if let wanted = rule.connection, wanted != connection { return false }
        guard token.hasLowercasedPrefix(entries[index].prefix), token.hasLowercasedSuffix(entries[index].suffix) else {
            return false
        }
        if let times = rule.times, entries[index].appliedCount >= times { return false }
        entries[index].metCount += 1
        let place = entries[index].metCount - rule.after
        guard place > 0, place.isMultiple(of: rule.every) else { return false }
        return rule.rate >= 1 || Double.random(in: 0..<1, using: &generator) < rule.rate
    }
}

extension RuleBook.Action {
    init(_ effect: SimulatorRule.Effect) {
        switch effect {
        case .ordinary: self = .ordinary
        case .refuse(let status, let reason, let timestamp, let retryAfter):
            let answer = AnswerBook.refusal(
                status: status,
                reason: reason,
                timestamp: timestamp,
                retryAfter: retryAfter
            )
            self = .answer(answer, status: status, reason: APNsReason(rawValue: reason))
        case .answer(let status, let body):
            self = .answer(AnswerBook.answer(status: status, body: body), status: status, reason: nil)
        case .reset(let code): self = .reset(code)
        case .goAway(let last, let reason):
            self = .goAway(last, debugData: Array(#"{"reason":\#(JSONText.quoted(reason))}"#.utf8))
        case .drop: self = .drop
        case .dropInAnswer: self = .dropInAnswer
        case .silence: self = .silence
        case .streamLimit(let limit): self = .streamLimit(limit)
        }
    }
}
