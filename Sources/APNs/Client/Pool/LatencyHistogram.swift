/// How long answers took, in buckets.
struct LatencyHistogram {
    private(set) var counts = Array(repeating: 0, count: bounds.count + 1)
    private var sum = 0

    private static let bounds = APNsStatistics.latencyBounds.map(\.nanoseconds)

    mutating func record(_ latency: Duration) {
        let nanoseconds = latency.nanoseconds
        sum &+= nanoseconds
        var bucket = 0
        while bucket < Self.bounds.count, nanoseconds > Self.bounds[bucket] { bucket += 1 }
        counts[bucket] += 1
    }

    var total: Duration { .nanoseconds(sum) }
}

extension Duration {
    fileprivate var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
