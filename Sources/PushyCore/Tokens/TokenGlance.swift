import APNs
import WorkersKV

/// What a walk needs to know of a token's record, read from the stored bytes without a copy.
struct TokenGlance: Hashable, Sendable {
    let pro: Bool
    let environment: APNsEnvironment?
    let platform: DevicePlatform

    init(pro: Bool, environment: APNsEnvironment?, platform: DevicePlatform = .ios) {
        self.pro = pro
        self.environment = environment
        self.platform = platform
    }

    /// Looks at a value; nil when it is no record of a token.
    ///
    /// Records that Pushy wrote itself are recognised by their bytes; others, an import's for example, are read as JSON.
    init?(_ value: RawSpan) {
        let glance = value.withUnsafeBytes { bytes -> TokenGlance? in
            if let glance = TokenGlance(ownForm: bytes) { return glance }
            // What cannot be read belongs to no audience; the registry counts and names it, a walk passes over it.
            guard let record = try? TokenRecord(Array(bytes)) else { return nil }
            return TokenGlance(pro: record.pro, environment: record.environment, platform: record.platform)
        }
        guard let glance else { return nil }
        self = glance
    }

    /// Looks at a device of any service; nil when key and value are not those of one.
    init?(key: RawSpan, value: RawSpan) {
        guard let glance = TokenGlance(value) else { return nil }
        if RecipientFilter.isToken(key) {
            // What stands under a token is reached by APNs, whatever else its record says.
            let platform = glance.platform.service == .apns ? glance.platform : .ios
            self.init(pro: glance.pro, environment: glance.environment, platform: platform)
        } else {
            guard DeviceID.isName(key, at: glance.platform.service) else { return nil }
            self = glance
        }
    }
}
