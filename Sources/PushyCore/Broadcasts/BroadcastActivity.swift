/// What the broadcasts of this process have come to, for metrics.
public struct BroadcastActivity: Hashable, Sendable {
    /// What was settled since the process began.
    public let settled: Tally
    /// How many are not over, by state.
    public let standing: [Broadcast.State: Int]
    /// How many came to an end since the process began, by the state they ended in.
    public let ended: [Broadcast.State: Int]
}

extension Broadcasts {
    /// What they have come to.
    public var activity: BroadcastActivity {
        var standing: [Broadcast.State: Int] = [:]
        for broadcast in active.values { standing[broadcast.state, default: 0] += 1 }
        return BroadcastActivity(settled: settled, standing: standing, ended: ended)
    }
}
