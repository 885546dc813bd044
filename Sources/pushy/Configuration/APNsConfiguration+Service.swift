import APNs
import Foundation
import PushCrypto
import PushyCore

extension APNsConfiguration {
    /// The way to APNs, or what is missing for it, which only somebody who sends needs to hear.
    ///
    /// - Throws: a complaint when what is given cannot be used: that must not wait until somebody sends.
    func service() throws(Complaint) -> Result<PushService, BroadcastFailure> {
        let key = try self.key.map(privateKey)
        let topic = try self.topic.map(Self.topic)
        guard let key, let keyID, let teamID, let topic else {
            let names = missingVariables.joined(separator: ", ")
            return .failure(.notConfigured("APNs is not configured: set \(names), and see pushy check."))
        }
        let credentials: APNsCredentials
        do {
            credentials = try APNsCredentials(key: key, keyID: keyID, teamID: teamID)
        } catch {
            throw .configuration(error.description)
        }
        return .success(try service(of: credentials, for: topic))
    }

    /// The way to APNs by the credentials of an app.
    func service(of credentials: APNsCredentials, for topic: APNsTopic) throws(Complaint) -> PushService {
        let tokens = ProviderTokenSource(credentials: credentials)
        let production = try client(of: .production, tokens: tokens)
        let sandbox = try client(of: .sandbox, tokens: tokens)
        return PushService(topic: topic, production: production, sandbox: sandbox)
    }

    private func privateKey(_ text: String) throws(Complaint) -> P256.PrivateKey {
        do {
            return try P256.PrivateKey(pem: text)
        } catch {
            throw .configuration("\(keyFile.map { "The key in \($0)" } ?? "PUSHY_APNS_KEY") is not usable: \(error)")
        }
    }

    private static func topic(_ text: String) throws(Complaint) -> APNsTopic {
        do {
            return try APNsTopic(text)
        } catch {
            throw .configuration("PUSHY_APNS_TOPIC is not usable: \(error)")
        }
    }
}
