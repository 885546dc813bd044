import APNs

extension Finding {
    /// What a connection to an APNs showed.
    public init(_ probe: APNsProbe, of endpoint: APNsEndpoint, in environment: APNsEnvironment) {
        subject = environment.rawValue
        switch probe {
        case .accepted:
            verdict = .fine
            sentence = "\(endpoint) accepts key, team and topic"
        case .refused(let status, let reason):
            verdict = .wrong
            sentence = "\(endpoint) answers \(status) \(reason). \(reason.advice)"
        case .failed(let failure):
            verdict = .wrong
            sentence = "\(endpoint): \(failure)"
        }
    }
}
