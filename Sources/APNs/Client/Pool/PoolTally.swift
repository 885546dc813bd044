/// What a pool counts as it goes, at the cost of an addition each.
struct PoolTally {
    var connectionsOpened = 0
    var connectionFailures = 0
    var reconnects = 0
    var retries = 0
    var ambiguous = 0
    private(set) var latency = LatencyHistogram()
    private var answers = Array(repeating: 0, count: 600)

    mutating func count(status: Int, after latency: Duration) {
        if answers.indices.contains(status) { answers[status] += 1 }
        self.latency.record(latency)
    }

    var answersByStatus: [Int: Int] {
        var counts: [Int: Int] = [:]
        for (status, count) in answers.enumerated() where count > 0 { counts[status] = count }
        return counts
    }
}

extension ConnectionPool {
    var statistics: APNsStatistics {
        var view = APNsStatistics()
        view.openConnections = connections.count { $0.isOpen }
        view.connectionsOpened = tally.connectionsOpened
        view.connectionFailures = tally.connectionFailures
        view.reconnects = tally.reconnects
        view.inFlight = inFlight
        view.waiting = queue.count + schedule.count + isolation.count
        view.window = connections.reduce(0) { $0 + ($1.isRetiring ? 0 : $1.session?.streamLimit ?? 0) }
        view.retries = tally.retries
        view.ambiguous = tally.ambiguous
        view.answers = tally.answersByStatus
        view.latencyCounts = tally.latency.counts
        view.latencySum = tally.latency.total
        view.providerTokenAge = tokens.age
        view.trouble = trouble?.cause.description
        return view
    }
}
