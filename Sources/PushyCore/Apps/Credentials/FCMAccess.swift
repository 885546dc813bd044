import APNs
import FCM

/// What an app needs to reach its devices through FCM, checked: a service account's file.
struct FCMAccess: Sendable {
    let account: ServiceAccount
    /// The file as Google gave it out.
    private let file: JSONObject

    /// Takes the file as a JSON object, or as its text.
    ///
    /// - Throws: ``DraftFault``, which names the field and says what its value is instead of what it should be.
    init(_ reader: FieldReader) throws(DraftFault) {
        try reader.refuseOthers(than: ["service_account"], in: "fcm")
        file = try Self.file(reader)
        do throws(ServiceAccountFault) {
            account = try ServiceAccount(.object(file))
        } catch {
            throw reader.fault("service_account", error.description)
        }
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
    var fields: JSONObject { ["service_account": .object(file)] }

    /// What of it is no secret.
    var summary: App.FCMSummary {
        App.FCMSummary(projectID: account.projectID, clientEmail: account.clientEmail)
    }
}
