import APNs
import PushCrypto

extension APNsConfiguration {
    /// Where notifications of an environment go.
    func endpoint(of environment: APNsEnvironment) -> APNsEndpoint {
        switch environment {
        case .production: production
        case .sandbox: sandbox
        }
    }

    /// A client of one environment; nothing is connected before it sends.
    func client(of environment: APNsEnvironment, tokens: ProviderTokenSource) throws(Complaint) -> APNsClient {
        var configuration = APNsClientConfiguration()
        configuration.connectionCount = connectionCount
        // A broadcast waits out an outage by itself, and says so: what it waits for should not take long to be seen.
        configuration.patience = .seconds(15)
        if let caFile { configuration.trust = .file(caFile) }
        do {
            return try APNsClient(endpoint: endpoint(of: environment), tokens: tokens, configuration: configuration)
        } catch {
            throw .configuration(error.description)
        }
    }
}
