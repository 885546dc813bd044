import APNs
import WorkersKV

/// How many devices an app has, by platform and pro status.
public struct DeviceCounts: Hashable, Sendable {
    /// Devices by platform: first those without pro.
    private var devices = Array(repeating: 0, count: 2 * DevicePlatform.allCases.count)

    /// No devices.
    public init() {}

    mutating func count(_ platform: DevicePlatform, pro: Bool) {
        devices[Self.place(of: platform, pro: pro)] += 1
    }

    /// The devices of a platform that belong to an audience.
    public func devices(on platform: DevicePlatform, in audience: Audience = .all) -> Int {
        (audience.includes(pro: false) ? devices[Self.place(of: platform, pro: false)] : 0)
            + (audience.includes(pro: true) ? devices[Self.place(of: platform, pro: true)] : 0)
    }

    /// The devices of all platforms that belong to an audience.
    public func all(in audience: Audience = .all) -> Int {
        DevicePlatform.allCases.reduce(0) { $0 + devices(on: $1, in: audience) }
    }

    private static func place(of platform: DevicePlatform, pro: Bool) -> Int {
        let places = DevicePlatform.allCases
        return (places.firstIndex(of: platform) ?? 0) + (pro ? places.count : 0)
    }
}

extension DeviceCounts {
    /// The counts as the API shows them.
    public var json: JSONObject {
        [
            "all": .integer(all()), "pro": .integer(all(in: .pro)), "free": .integer(all(in: .free)),
            "platforms": .object(platformsJSON(in: .all)),
        ]
    }

    /// Those of each platform that there are some of.
    public func platformsJSON(in audience: Audience) -> JSONObject {
        var json = JSONObject()
        for platform in DevicePlatform.allCases {
            let count = devices(on: platform, in: audience)
            if count > 0 { json[platform.rawValue] = .integer(count) }
        }
        return json
    }
}

extension DeviceRegistry {
    /// Counts all devices of the app, in one walk; those included whose deletion waits for the budget.
    public func counts() async throws(KVError) -> DeviceCounts {
        try await counts(where: { _, _ in true })
    }

    /// Whom a broadcast to every service would reach now, and what finding them takes, in one walk.
    public func reach(of audience: Audience, on platforms: PlatformFilter) async throws(KVError) -> Reach {
        let filter = try await filter(for: audience, on: platforms)
        var keyCount = 0
        let counts = try await counts { key, glance in
            keyCount += 1
            return filter.picks(key: key, glance)
        }
        return Reach(recipients: counts.all(), keys: keyCount, devices: counts)
    }

    func filter(for audience: Audience, on platforms: PlatformFilter) async throws(KVError) -> DeviceFilter {
        DeviceFilter(audience, on: platforms, skipping: try await registry.deletions.keys(in: registry.store))
    }

    private func counts(where isCounted: (RawSpan, TokenGlance) -> Bool) async throws(KVError) -> DeviceCounts {
        var counts = DeviceCounts()
        try await registry.walkAll { key, value in
            guard let glance = TokenGlance(key: key, value: value), isCounted(key, glance) else { return }
            counts.count(glance.platform, pro: glance.pro)
        }
        return counts
    }
}
