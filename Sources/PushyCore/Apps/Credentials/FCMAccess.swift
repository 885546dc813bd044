import APNs
import PushCrypto

/// What an app needs to reach its devices through FCM, checked: a service account's file.
struct FCMAccess: Sendable {
    /// The file as Google gave it out.
    let serviceAccount: JSONObject
    let projectID: String
    let clientEmail: String

    /// Takes the file as a JSON object, or as its text.
    ///
    /// - Throws: ``DraftFault``, which names the field and says what its value is instead of what it should be.
    init(_ reader: FieldReader) throws(DraftFault) {
        try reader.refuseOthers(than: ["service_account"], in: "fcm")
        let file = try Self.file(reader)
        let members = FieldReader(file, within: "fcm.service_account.")
        guard try members.text("type") == "service_account" else {
            throw members.fault(
                "type",
                "It must be \"service_account\": Firebase console, Service accounts, makes such a file."
            )
        }
        projectID = try members.required("project_id", "the project's ID")
        clientEmail = try members.required("client_email", "the account's address")
        let tokenAddress = try members.required("token_uri", "where tokens are given out")
        guard tokenAddress.hasPrefix("https://") else {
            throw members.fault("token_uri", "It must begin with https://.")
        }
        let pem = try members.required("private_key", "the account's key")
        do throws(KeyFault) {
            _ = try RSA.PrivateKey(pem: pem)
        } catch {
            throw members.fault("private_key", error.description)
        }
        serviceAccount = file
    }

    private static func file(_ reader: FieldReader) throws(DraftFault) -> JSONObject {
        guard case .string(let text)? = reader.only(["service_account"])["service_account"] else {
            if let file = try reader.object("service_account") { return file }
            throw reader.fault(
                "service_account",
                "It is missing: the file of a service account that may send messages."
            )
        }
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(reading: Array(text.utf8))
        } catch {
            throw reader.fault("service_account", "It is not JSON: \(error)")
        }
        guard case .object(let file) = value else {
            throw reader.fault("service_account", "It must be the JSON object that Google gave out.")
        }
        return file
    }

    /// The fields again, as they are sealed.
    var fields: JSONObject {
        var fields = JSONObject()
        fields["service_account"] = .object(serviceAccount)
        return fields
    }

    /// What of it is no secret.
    var summary: App.FCMSummary { App.FCMSummary(projectID: projectID, clientEmail: clientEmail) }
}
