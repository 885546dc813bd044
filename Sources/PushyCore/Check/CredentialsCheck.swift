import APNs
import PushCrypto

/// Looks at key, key ID, team ID and topic, each for itself.
public struct CredentialsCheck: Sendable {
    /// A line for each of the four, and for what does not go together.
    public let findings: [Finding]
    /// What to ask APNs with; nothing when one of the four is missing or wrong.
    public let usable: (credentials: APNsCredentials, topic: APNsTopic)?

    /// Reads the four.
    ///
    /// - Parameters:
    ///   - key: The text of the p8 file.
    ///   - keyFile: The path that it was read from, if it was.
    ///   - keyID: The key's ID.
    ///   - teamID: The team's ID.
    ///   - topic: The app's bundle ID.
    public init(
        key: GivenSetting,
        keyFile: String?,
        keyID: GivenSetting,
        teamID: GivenSetting,
        topic: GivenSetting
    ) {
        let key = Reading("key", key) { text throws(KeyFault) in
            (try P256.PrivateKey(pem: text), "a P-256 private key")
        }
        let keyID = Reading("key ID", keyID) { text throws(APNsCredentials.Invalid) in
            guard APNsCredentials.isIdentifier(text) else { throw .keyID(text) }
            return (text, text)
        }
        let teamID = Reading("team ID", teamID) { text throws(APNsCredentials.Invalid) in
            guard APNsCredentials.isIdentifier(text) else { throw .teamID(text) }
            return (text, text)
        }
        let topic = Reading("topic", topic) { text throws(APNsRefusal) in (try APNsTopic(text), text) }
        findings =
            [key.finding, keyID.finding, teamID.finding, topic.finding]
            + [Self.contradiction(between: keyID.value, and: keyFile)].compactMap { $0 }
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
        _ setting: GivenSetting,
        read: (String) throws(Fault) -> (Value, words: String)
    ) {
        guard let text = setting.text else {
            value = nil
            finding = Finding(
                verdict: .wrong,
                subject: subject,
                sentence: "It is missing: set \(setting.place). \(setting.help)"
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
