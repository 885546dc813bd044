/// Which of Apple's two push services a device token belongs to.
///
/// A build signed for development gets tokens of the sandbox; TestFlight and App Store builds get tokens of
/// production. Each refuses the other's tokens.
public enum APNsEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
    case production
    case sandbox
}

extension APNsEnvironment {
    /// Apple's own host for this environment.
    public var endpoint: APNsEndpoint {
        switch self {
        case .production: APNsEndpoint(host: "api.push.apple.com", port: APNsEndpoint.standardPort)
        case .sandbox: APNsEndpoint(host: "api.sandbox.push.apple.com", port: APNsEndpoint.standardPort)
        }
    }
}
