import PushyCore

extension MetricsRoutes {
    /// What became of notifications, and how broadcasts stand.
    static func metrics(of activity: BroadcastActivity) -> [Metric] {
        let settled = activity.settled
        let outcomes = [
            "accepted": settled.accepted, "removed": settled.removed, "kept": settled.kept, "pending": settled.pending,
            "rejected": settled.rejected.values.reduce(0, +), "failed": settled.failed.values.reduce(0, +),
        ]
        var notifications = Metric(
            .counter,
            "pushy_notifications_total",
            "Recipients of broadcasts that were dealt with, by outcome."
        )
        notifications.add(outcomes, by: "outcome")
        var rejected = Metric(
            .counter,
            "pushy_notifications_rejected_total",
            "Recipients that APNs refused for good, by its reason; their tokens stay."
        )
        rejected.add(settled.rejected, by: "reason")
        var failed = Metric(
            .counter,
            "pushy_notifications_failed_total",
            "Recipients that could not be reached after retries, by cause."
        )
        failed.add(settled.failed, by: "cause")
        var standing = Metric(.gauge, "pushy_broadcasts", "Broadcasts that are not over, by state.")
        standing.add(Self.byName(activity.standing, [.scheduled, .queued, .running, .paused]), by: "state")
        var ended = Metric(.counter, "pushy_broadcasts_ended_total", "Broadcasts that came to an end, by state.")
        ended.add(Self.byName(activity.ended, [.done, .cancelled, .stopped]), by: "state")
        return [notifications, rejected, failed, standing, ended]
    }

    /// A count for each state, by its name: what is always there can be watched for a change.
    private static func byName(_ counts: [Broadcast.State: Int], _ states: [Broadcast.State]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: states.map { ($0.rawValue, counts[$0] ?? 0) })
    }
}
