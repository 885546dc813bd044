import PushyCore

extension MetricsRoutes {
    /// The budget of operations and the size on disk.
    static func metrics(of usage: KVUsage, byteCount: Int) -> [Metric] {
        var used = Metric(.gauge, "pushy_kv_budget_used", "Operations of the current budget period.")
        used.add(usage.numbers { $0.used }, by: "kind")
        var refused = Metric(
            .gauge,
            "pushy_kv_budget_refused",
            "Operations that were refused in the current budget period."
        )
        refused.add(usage.numbers { $0.refused }, by: "kind")
        var limit = Metric(.gauge, "pushy_kv_budget_limit", "Operations that the current budget period allows.")
        limit.add(usage.numbers { $0.limit }, by: "kind")
        var reset = Metric(
            .gauge,
            "pushy_kv_budget_reset_timestamp_seconds",
            "When the next budget period begins, in Unix time."
        )
        reset.add(usage.resetsAt.timeIntervalSince1970)
        var size = Metric(.gauge, "pushy_store_size_bytes", "What the store takes on disk.")
        size.add(Double(byteCount))
        return [used, refused, limit, reset, size]
    }

    /// The dead tokens of each app that the budget keeps.
    static func pendingDeletions(_ counts: [String: Int]) -> Metric {
        var pending = Metric(
            .gauge,
            "pushy_pending_deletions",
            "Dead tokens whose deletion waits for the budget, by app; broadcasts pass over them."
        )
        pending.add(counts, by: "app")
        return pending
    }
}

extension KVUsage {
    /// A number of each kind's budget, by the kind's name; kinds without it are left out.
    fileprivate func numbers(_ number: (KVSpending) -> Int?) -> [String: Int] {
        var numbers: [String: Int] = [:]
        for (kind, spent) in spending { numbers[kind.rawValue] = number(spent) }
        return numbers
    }
}
