import APNs
import WorkersKV

/// Which of the stored keys a broadcast goes to: what counts the recipients and what picks them is the same.
struct RecipientFilter: Sendable {
    private let selection: Selection
    /// Dead tokens whose deletion waits, and who was dealt with already.
    private var skipped: Set<DeviceToken>
    /// nil is every platform.
    private let platforms: PlatformFilter?
    /// Whether devices that never named an environment are meant as well.
    private let takesUnnamed: Bool

    init(
        _ selection: Selection,
        on platforms: PlatformFilter? = nil,
        takingUnnamed takesUnnamed: Bool = true,
        skipping skipped: Set<DeviceToken>
    ) {
        self.selection = selection
        self.platforms = platforms
        self.takesUnnamed = takesUnnamed
        self.skipped = skipped
    }

    /// Picks none of these any more.
    mutating func skip(_ tokens: [DeviceToken]) {
        skipped.formUnion(tokens)
    }

    func picks(key: RawSpan, value: RawSpan) -> Bool {
        guard Self.isToken(key), let glance = TokenGlance(value) else { return false }
        guard selection.includes(pro: glance.pro, environment: glance.environment) else { return false }
        guard takesUnnamed || glance.environment != nil, platforms?.includes(glance.platform) ?? true else {
            return false
        }
        guard !skipped.isEmpty, let token = try? DeviceToken(utf8: key) else { return skipped.isEmpty }
        return !skipped.contains(token)
    }

    /// Whether a key is a device token as Pushy spells it: others may have been put into the namespace from outside.
    static func isToken(_ key: RawSpan) -> Bool {
        DeviceToken.isNormal(key)
    }
}
