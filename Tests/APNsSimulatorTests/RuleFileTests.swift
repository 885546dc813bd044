import APNsSimulator
import Testing

@Suite("A file of rules")
struct RuleFileTests {
    @Test("says everything that a rule can")
    func everything() throws {
        let rules = try read(
            """
            {"seed": 9, "rules": [
                {"tokenPrefix": "dead", "status": 410, "reason": "Unregistered", "timestamp": 1767225600000},
                {"tokenSuffix": "07", "times": 3, "reset": "REFUSED_STREAM"},
                {"rate": 0.5, "reason": "InternalServerError", "delay": 200},
                {"after": 1000, "times": 1, "goAway": "before", "reason": "Shutdown"},
                {"connection": 2, "every": 5, "drop": "inAnswer"},
                {"silence": true}, {"streamLimit": 0}, {"delay": 5},
                {"status": 200, "body": "rubbish"}, {"bodyByteCount": 1048576, "status": 500}
            ]}
            """
        )
        #expect(rules.seed == 9 && rules.rules.count == 10)
        #expect(rules.rules[0].tokenPrefix == "dead" && rules.rules[1].times == 3 && rules.rules[2].rate == 0.5)
        guard case .refuse(410, "Unregistered", 1_767_225_600_000, nil) = rules.rules[0].effect,
            case .reset(.refusedStream) = rules.rules[1].effect,
            case .refuse(500, "InternalServerError", nil, nil) = rules.rules[2].effect,
            case .goAway(lastStream: .before, reason: "Shutdown") = rules.rules[3].effect,
            case .dropInAnswer = rules.rules[4].effect, case .silence = rules.rules[5].effect,
            case .streamLimit(0) = rules.rules[6].effect, case .ordinary = rules.rules[7].effect
        else {
            Issue.record("\(rules)")
            return
        }
        #expect(rules.rules[2].delay == .milliseconds(200))
    }

    @Test(
        "with a mistake says where it is",
        arguments: [
            ("[]", #"the file must be {"rules": [{…}, …]}."#),
            ("{", "the file is not JSON."),
            (
                #"{"rules": [{"stauts": 410}]}"#,
                #"in rule 1, "stauts" is no member of a rule, or does not go with the others."#
            ),
            (#"{"rules": [{"delay": 1}, {"rate": 2}]}"#, #"in rule 2, "rate" must be a number from 0 to 1."#),
            (#"{"rules": [{"every": 0}]}"#, #"in rule 1, "every" must be a whole number of at least 1."#),
            (#"{"rules": [{"reset": "NOPE"}]}"#, #"in rule 1, "reset" is no error code of HTTP/2."#),
            (
                #"{"rules": [{"reason": "Moody"}]}"#,
                #"in rule 1, "reason" is none of Apple's, and then needs a status."#
            ),
            (#"{"rules": [{"drop": true}]}"#, #"in rule 1, "drop" must be "now" or "inAnswer"."#),
            (
                #"{"rules": [{"silence": true, "drop": "now"}]}"#,
                #"in rule 1, "silence" is no member of a rule, or does not go with the others."#
            ),
        ]
    )
    func mistakes(text: String, fault: String) throws {
        let failure = #expect(throws: SimulatorFailure.self) { try read(text) }
        #expect(failure == .rules(fault))
    }

    private func read(_ text: String) throws -> SimulatorRules {
        try SimulatorRules(json: Array(text.utf8))
    }
}
