import JSON

/// So many sends, so many at once.
struct Load {
    private let count: Int
    private let atOnce: Int

    init(_ request: ProbeRequest) throws(ProbeFault) {
        count = try request.count("count")
        atOnce = try request.count("atOnce")
    }

    /// Does all of it, and says how many were accepted and how long that took.
    func run(_ send: @escaping @Sendable () async -> Bool) async -> JSONValue {
        let start = ContinuousClock.now
        let accepted = await withTaskGroup(of: Int.self) { group in
            for number in 0..<atOnce {
                let share = count / atOnce + (number < count % atOnce ? 1 : 0)
                group.addTask {
                    var accepted = 0
                    for _ in 0..<share where await send() { accepted += 1 }
                    return accepted
                }
            }
            return await group.reduce(0, +)
        }
        return ["accepted": .integer(accepted), "seconds": seconds(start.duration(to: .now))]
    }
}
