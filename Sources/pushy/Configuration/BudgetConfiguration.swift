/// Which of Cloudflare's budgets holds here, and what it refuses.
struct BudgetConfiguration: Hashable, Sendable {
    /// Cloudflare's plans, and none of them.
    enum Plan: String, CaseIterable, Sendable {
        case free
        case paid
        case unlimited
    }

    /// What is counted apart.
    enum Operation: String, CaseIterable, Sendable {
        case writes
        case deletes
        case reads
        case lists
    }

    let plan: Plan
    /// Limits set by hand, which stand instead of the plan's.
    let limits: [Operation: Int]
    /// The budgets that refuse; the others only count.
    let enforced: Set<Operation>
}

extension BudgetConfiguration: ConfigurationPart {
    static let planSetting = Setting<Plan>.choice(
        Flag(
            "kv-plan",
            .value("PLAN"),
            default: "free",
            help: "The Workers KV plan whose limits hold: free, paid or unlimited."
        )
    )
    static let limitSettings = Operation.allCases.map { operation in
        Setting.number(
            Flag("kv-\(operation)", .value("N"), help: "A limit of \(operation) instead of the plan's."),
            in: 0...Int.max,
            of: operation.rawValue
        )
    }
    static let enforcement = Setting.list(
        Flag(
            "kv-enforce",
            .value("LIST"),
            default: "writes,deletes",
            help: "The budgets that refuse, of writes, deletes, reads and lists, or none; the others only count."
        )
    ) { word throws(Misfit) in
        guard let operation = Operation(rawValue: word.lowercased()) else {
            throw Misfit.noneOf(Operation.self, for: word)
        }
        return operation
    }

    static let section = FlagSection(
        title: "Workers KV budget",
        flags: [planSetting.flag] + limitSettings.map(\.flag) + [enforcement.flag]
    )

    init(_ inputs: Inputs) throws(Complaint) {
        plan = try inputs.value(Self.planSetting)
        var limits: [Operation: Int] = [:]
        for (operation, setting) in zip(Operation.allCases, Self.limitSettings) {
            limits[operation] = try inputs.optional(setting)
        }
        self.limits = limits
        enforced = Set(try inputs.value(Self.enforcement))
    }
}
