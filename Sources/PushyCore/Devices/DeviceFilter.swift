import WorkersKV

/// Which devices of an app a broadcast to every service goes to: what counts the recipients and what picks them is the same.
struct DeviceFilter: Sendable {
    private let audience: Audience
    private let platforms: PlatformFilter
    /// Dead devices whose deletion waits, and who was dealt with already.
    private var skipped: Set<KeyName>

    init(_ audience: Audience, on platforms: PlatformFilter, skipping skipped: Set<KeyName>) {
        self.audience = audience
        self.platforms = platforms
        self.skipped = skipped
    }

    /// Picks none of these any more.
    mutating func skip(_ keys: [KeyName]) {
        skipped.formUnion(keys)
    }

    func picks(key: RawSpan, _ glance: TokenGlance) -> Bool {
        guard audience.includes(pro: glance.pro), platforms.includes(glance.platform) else { return false }
        guard !skipped.isEmpty, let key = KeyName(utf8: key) else { return true }
        return !skipped.contains(key)
    }
}
