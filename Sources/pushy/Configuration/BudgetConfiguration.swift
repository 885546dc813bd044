import WorkersKV

/// Which of Workers KV's budgets holds here, and what it refuses.
struct BudgetConfiguration: Hashable, Sendable {
    let budget: KVBudget
}

extension BudgetConfiguration: ConfigurationPart {
    static let plan = Setting<KVPlan>.choice(
        Flag(
            "kv-plan",
            .value("PLAN"),
            default: "free",
            help: "The Workers KV plan whose limits hold: free, paid or unlimited."
        )
    )
    static let limits = BudgetKind.allCases.map { kind in
        Setting.number(
            Flag("kv-\(kind)", .value("N"), help: "A limit of \(kind) by hand, instead of the plan's."),
            in: 0...Int.max,
            of: kind.rawValue
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
        guard let kind = BudgetKind(rawValue: word.lowercased()) else {
            throw Misfit.noneOf(BudgetKind.self, for: word)
        }
        return kind
    }

    static let section = FlagSection(
        title: "Workers KV budget",
        flags: [plan.flag] + limits.map(\.flag) + [enforcement.flag]
    )

    init(_ inputs: Inputs) throws(Complaint) {
        var overrides: [BudgetKind: Int] = [:]
        for (kind, setting) in zip(BudgetKind.allCases, Self.limits) {
            overrides[kind] = try inputs.optional(setting)
        }
        budget = KVBudget(
            plan: try inputs.value(Self.plan),
            overrides: overrides,
            enforced: Set(try inputs.value(Self.enforcement))
        )
    }
}
