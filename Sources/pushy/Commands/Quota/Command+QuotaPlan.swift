import PushyCore
import WorkersKV

extension Command {
    /// `pushy quota plan`
    static let quotaPlan = Command(
        "plan",
        summary: "how many days a rollout takes, and what to do",
        details: """
            When a release first brings Pushy to an app, each user registers at the first opening: one write each, and the free \
            plan has 1,000 a day. This simulates the release day by day, says whether it fits, how to stage it if not, and what \
            the paid plan would cost. Nothing is read or changed.
            """,
        sections: [
            FlagSection(
                title: "The rollout",
                flags: [users.flag, plan.flag, release.flag, dailyOpens.flag, otherWrites.flag]
            )
        ],
        examples: [
            Example(line: "pushy quota plan --users 20000", purpose: "A phased release on the free plan."),
            Example(
                line: "pushy quota plan --users 20000 --release at-once --daily-opens 60",
                purpose: "Everybody at once, for an app that most users open each day."
            ),
        ]
    ) { invocation throws(Complaint) in
        let inputs = invocation.inputs
        let rollout = Rollout(
            users: try inputs.value(users),
            stages: try inputs.value(release).stages,
            dailyOpens: Double(try inputs.value(dailyOpens)) / 100,
            otherWrites: try inputs.value(otherWrites)
        )
        for line in RolloutText(rollout: rollout, plan: try inputs.value(plan)).lines {
            invocation.console.printResult(line)
        }
    }

    private static let users = Setting.number(
        Flag("users", .value("N"), help: "How many users will have the release in the end. Required."),
        in: 1...1_000_000_000,
        of: "users"
    )
    private static let plan = Setting<KVPlan>(
        Flag("plan", .value("PLAN"), default: "free", help: "The Workers KV plan: free or paid.")
    ) { text throws(Misfit) in
        guard let plan = KVPlan(rawValue: text.lowercased()), plan != .unlimited else {
            throw Misfit("say free or paid")
        }
        return plan
    }
    private static let release = Setting<ReleaseKind>.choice(
        Flag(
            "release",
            .value("KIND"),
            default: "phased",
            help: "phased is the App Store's: 1, 2, 5, 10, 20, 50 and 100 % of the users over seven days; or at-once."
        )
    )
    private static let dailyOpens = Setting.number(
        Flag(
            "daily-opens",
            .value("PERCENT"),
            default: "40",
            help: "How many in a hundred of those who have the release open the app on a day."
        ),
        in: 1...100,
        of: "percent"
    )
    private static let otherWrites = Setting.number(
        Flag(
            "other-writes",
            .value("N"),
            default: "0",
            help: "Writes a day that the app makes besides; pushy quota shows them."
        ),
        in: 0...1_000_000_000,
        of: "writes"
    )
}

/// How a release reaches its users.
enum ReleaseKind: String, CaseIterable, Sendable {
    case phased
    case atOnce = "at-once"

    var stages: [Double] {
        switch self {
        case .phased: Rollout.phasedRelease
        case .atOnce: Rollout.atOnce
        }
    }
}
