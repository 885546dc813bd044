extension Collection<Int> {
    /// The smallest element that this share of all elements stays within; nil when there is none.
    func quantile(_ share: Double) -> Int? {
        guard !isEmpty else { return nil }
        let rank = Int((Double(count) * share).rounded(.up))
        return sorted()[Swift.max(1, Swift.min(rank, count)) - 1]
    }
}
