import PushyCore

extension MetricsRoutes {
    /// What became of messages to single users and devices.
    static func metrics(of counts: SendCounts) -> [Metric] {
        var sends = Metric(
            .counter,
            "pushy_sends_total",
            "Devices that /send/user and /send/device dealt with, by service and status."
        )
        for service in PushServiceKind.allCases {
            let statuses = counts.counts[service] ?? [:]
            let label = Metric.Label(name: "service", value: service.rawValue)
            sends.add(Dictionary(uniqueKeysWithValues: statuses.map { ($0.rawValue, $1) }), by: "status", label)
        }
        return [sends]
    }
}
