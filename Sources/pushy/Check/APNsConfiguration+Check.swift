import APNs
import PushyCore

extension APNsConfiguration {
    /// Where the APNs of each environment is.
    var endpoints: [APNsEnvironment: APNsEndpoint] { [.production: production, .sandbox: sandbox] }

    /// What is to be said of key, key ID, team ID and topic.
    var credentialsCheck: CredentialsCheck {
        CredentialsCheck(
            key: Self.given(Self.apnsKey, key),
            keyFile: keyFile,
            keyID: Self.given(Self.keyIdentifier, keyID),
            teamID: Self.given(Self.teamIdentifier, teamID),
            topic: Self.given(Self.bundleTopic, topic)
        )
    }

    /// The check that a running server makes: on its own connections and with its own provider token, because APNs counts
    /// both.
    func check(through push: Result<PushService, BroadcastFailure>) -> SendingCheck {
        SendingCheck(
            credentials: credentialsCheck.findings,
            trustFault: Finding(trustOf: self),
            endpoints: endpoints,
            probe: (try? push.get()).map { service in { await service.probe($0) } }
        )
    }

    /// A client of each environment for a check, or none when there is nothing to ask with.
    func clients(of check: CredentialsCheck) throws(Complaint) -> [APNsEnvironment: APNsClient] {
        guard let usable = check.usable else { return [:] }
        let tokens = ProviderTokenSource(credentials: usable.credentials)
        return [
            .production: try client(of: .production, tokens: tokens),
            .sandbox: try client(of: .sandbox, tokens: tokens),
        ]
    }

    private static func given(_ setting: Setting<String>, _ text: String?) -> GivenSetting {
        let file = setting.flag.file.map { " or \($0.variable)" } ?? ""
        return GivenSetting(text, place: setting.flag.variable + file, help: setting.flag.help)
    }
}
