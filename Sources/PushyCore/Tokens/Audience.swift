import APNs

/// Whom a broadcast is for.
public enum Audience: String, Hashable, Sendable, Codable, CaseIterable {
    /// Everyone.
    case all
    /// Those who have the paid version.
    case pro
    /// Those who do not.
    case free

    /// Whether a device with this pro status belongs to the audience.
    public func includes(pro: Bool) -> Bool {
        switch self {
        case .all: true
        case .pro: pro
        case .free: !pro
        }
    }
}

/// Which of the stored tokens a broadcast reaches: an audience, in one APNs environment.
public struct Selection: Hashable, Sendable, Codable {
    public var audience: Audience
    public var environment: APNsEnvironment

    public init(_ audience: Audience, in environment: APNsEnvironment) {
        self.audience = audience
        self.environment = environment
    }

    /// A token goes with its own environment; one that never named any goes with whichever is picked.
    func includes(pro: Bool, environment: APNsEnvironment?) -> Bool {
        audience.includes(pro: pro) && (environment ?? self.environment) == self.environment
    }
}
