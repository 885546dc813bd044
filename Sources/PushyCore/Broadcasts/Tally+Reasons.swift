extension Tally {
    /// So many reasons are told apart: twice what all three services are known to answer. A server that never says the same
    /// twice fills neither store nor pages with it.
    static let distinctReasons = 100
    /// What all further reasons are counted as.
    public static let otherReasons = "Other"
}

extension [String: Int] {
    /// Counts some for a reason.
    mutating func count(reason: String, _ more: Int = 1) {
        let isToldApart = self[reason] != nil || count < Tally.distinctReasons
        self[isToldApart ? reason : Tally.otherReasons, default: 0] += more
    }

    /// Counts what another has counted.
    mutating func count(reasons: [String: Int]) {
        for (reason, more) in reasons.sorted(by: { $0.key < $1.key }) where more > 0 { count(reason: reason, more) }
    }
}
