import APNs
import PushCrypto

/// Looks at key, key ID, team ID and topic, each for itself.
struct CredentialsCheck: Sendable {
    let findings: [Finding]
    /// What to ask APNs with; nothing when one of the four is missing or wrong.
    let usable: (credentials: APNsCredentials, topic: APNsTopic)?

    /// Reads the four.
    init(_ configuration: APNsConfiguration) {
        let key = Reading("key", APNsConfiguration.apnsKey, configuration.key) { text throws(KeyFault) in
            (try P256.PrivateKey(pem: text), "a P-256 private key")
        }
        let keyID = Reading("key ID", APNsConfiguration.keyIdentifier, configuration.keyID) {
            text throws(APNsCredentials.Invalid) in
            guard APNsCredentials.isIdentifier(text) else { throw .keyID(text) }
            return (text, text)
        }
        let teamID = Reading("team ID", APNsConfiguration.teamIdentifier, configuration.teamID) {
            text throws(APNsCredentials.Invalid) in
            guard APNsCredentials.isIdentifier(text) else { throw .teamID(text) }
            return (text, text)
        }
        let topic = Reading("topic", APNsConfiguration.bundleTopic, configuration.topic) { text throws(APNsRefusal) in
            (try APNsTopic(text), text)
        }
        findings =
            [key.finding, keyID.finding, teamID.finding, topic.finding]
            + [Self.contradiction(between: keyID.value, and: configuration.keyFile)].compactMap { $0 }
        guard let key = key.value, let keyID = keyID.value, let teamID = teamID.value, let topic = topic.value,
            let credentials = try? APNsCredentials(key: key, keyID: keyID, teamID: teamID)
        else {
            usable = nil
            return
        }
        usable = (credentials, topic)
    }

    /// Apple names the file that it lets one download after the key's ID.
    private static func contradiction(between keyID: String?, and path: String?) -> Finding? {
        guard let keyID, let path, let match = path.firstMatch(of: /AuthKey_([A-Z0-9]{10})\.p8$/), match.1 != keyID
        else { return nil }
        return Finding(
            verdict: .doubtful,
            subject: "key ID",
            sentence:
                "The key's file is named after \(match.1) and the key ID is \(keyID): one of them is another key's."
        )
    }
}

/// One of the settings, read: a value or what is wrong with it, and a line about it either way.
private struct Reading<Value> {
    let value: Value?
    let finding: Finding

    init<Fault: Error & CustomStringConvertible>(
        _ subject: String,
        _ setting: Setting<String>,
        _ text: String?,
        read: (String) throws(Fault) -> (Value, words: String)
    ) {
        guard let text else {
            value = nil
            let file = setting.flag.file.map { " or \($0.variable)" } ?? ""
            finding = Finding(
                verdict: .wrong,
                subject: subject,
                sentence: "It is missing: set \(setting.flag.variable)\(file). \(setting.flag.help)"
            )
            return
        }
        do {
            let (value, words) = try read(text)
            self.value = value
            finding = Finding(verdict: .fine, subject: subject, sentence: words)
        } catch {
            value = nil
            finding = Finding(verdict: .wrong, subject: subject, sentence: error.description)
        }
    }
}
