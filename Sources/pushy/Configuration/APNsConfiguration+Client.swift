import APNs
import HTTP2
import PushCrypto

extension APNsConfiguration {
    /// Where notifications of an environment go.
    func endpoint(of environment: APNsEnvironment) -> APNsEndpoint {
        switch environment {
        case .production: production
        case .sandbox: sandbox
        }
    }

    /// Whom clients trust to name a server.
    ///
    /// - Throws: a complaint that names the setting, when its file cannot be used.
    func trust() throws(Complaint) -> APNsClientConfiguration.Trust {
        guard let caFile else { return .system }
        let variable = Self.certificateAuthorities.flag.variable
        do throws(TextFile.Unreadable) {
            _ = try TextFile.bytes(of: caFile)
        } catch {
            throw .configuration(
                "\(variable) names \(caFile), which cannot be read (\(error.reason)): mend the path or its permissions"
            )
        }
        do throws(TLSFailure) {
            _ = try TLSContext.client(trusting: .file(caFile))
        } catch {
            throw .configuration("\(variable) is not usable. \(error)")
        }
        return .file(caFile)
    }

    /// A client of one environment; nothing is connected before it sends.
    func client(of environment: APNsEnvironment, tokens: ProviderTokenSource) throws(Complaint) -> APNsClient {
        var configuration = APNsClientConfiguration()
        configuration.connectionCount = connectionCount
        // A broadcast waits out an outage by itself, and says so: what it waits for should not take long to be seen.
        configuration.patience = .seconds(15)
        configuration.trust = try trust()
        do {
            return try APNsClient(endpoint: endpoint(of: environment), tokens: tokens, configuration: configuration)
        } catch {
            throw .configuration(error.description)
        }
    }
}
