import APNs
import PushCrypto

/// What an app needs to reach its devices through APNs, checked.
struct APNsAccess: Sendable {
    let credentials: APNsCredentials
    let topic: APNsTopic
    private let p8: String

    /// Takes the fields as the API names them; one that is not given stays as it was.
    ///
    /// - Throws: ``DraftFault``, which names the field and says what its value is instead of what it should be.
    init(_ reader: FieldReader, over former: APNsAccess?) throws(DraftFault) {
        try reader.refuseOthers(than: ["p8_key", "key_id", "team_id", "bundle_id"], in: "apns")
        p8 = try reader.required("p8_key", otherwise: former?.p8, "the text of the .p8 file")
        let keyID = try reader.required("key_id", otherwise: former?.credentials.keyID, "the key's ID at Apple")
        let teamID = try reader.required("team_id", otherwise: former?.credentials.teamID, "your team's ID at Apple")
        let bundleID = try reader.required("bundle_id", otherwise: former?.topic.text, "such as com.example.app")
        do throws(KeyFault) {
            _ = try P256.PrivateKey(pem: p8)
        } catch {
            throw reader.fault("p8_key", error.description)
        }
        do {
            credentials = try APNsCredentials(key: P256.PrivateKey(pem: p8), keyID: keyID, teamID: teamID)
            topic = try APNsTopic(bundleID)
        } catch let invalid as APNsCredentials.Invalid {
            switch invalid {
            case .keyID: throw reader.fault("key_id", invalid.description)
            case .teamID: throw reader.fault("team_id", invalid.description)
            }
        } catch {
            throw reader.fault("bundle_id", "\(error)")
        }
    }

    /// The fields again, as they are sealed.
    var fields: JSONObject {
        var fields = JSONObject()
        fields["p8_key"] = .string(p8)
        fields["key_id"] = .string(credentials.keyID)
        fields["team_id"] = .string(credentials.teamID)
        fields["bundle_id"] = .string(topic.text)
        return fields
    }

    /// What of it is no secret.
    var summary: App.APNsSummary {
        App.APNsSummary(keyID: credentials.keyID, teamID: credentials.teamID, bundleID: topic.text)
    }
}
