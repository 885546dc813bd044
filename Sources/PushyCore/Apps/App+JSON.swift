import APNs
import Foundation

extension AppKey.Role {
    /// What the API calls a key of this role.
    public var fieldName: String {
        switch self {
        case .backend: "api_key"
        case .client: "client_key"
        }
    }
}

extension App {
    /// The app as the API shows it, without any secret.
    public var json: JSONObject {
        var json = JSONObject()
        json["id"] = .string(id.text)
        json["name"] = .string(name)
        json["created_at"] = createdAt.map { .string($0.formatted(.iso8601)) } ?? .null
        json["updated_at"] = updatedAt.map { .string($0.formatted(.iso8601)) } ?? .null
        var keys = JSONObject()
        keys[AppKey.Role.backend.fieldName] = backendKey?.json ?? .null
        keys[AppKey.Role.client.fieldName] = clientKey?.json ?? .null
        json["keys"] = .object(keys)
        if id != .default { json["apns"] = apns?.json ?? .null }
        json["fcm"] = fcm?.json ?? .null
        json["vapid"] = vapid?.json ?? .null
        return json
    }
}

extension App.KeyMark {
    fileprivate var json: JSONValue { ["made_at": .string(madeAt.formatted(.iso8601))] }
}

extension App.APNsSummary {
    fileprivate var json: JSONValue {
        ["key_id": .string(keyID), "team_id": .string(teamID), "bundle_id": .string(bundleID)]
    }
}

extension App.FCMSummary {
    fileprivate var json: JSONValue { ["project_id": .string(projectID), "client_email": .string(clientEmail)] }
}

extension App.VAPIDSummary {
    fileprivate var json: JSONValue {
        [
            "subject": .string(subject),
            "public_key": publicKey.map(JSONValue.string) ?? .null,
            "former_public_keys": .array(publicKeys.dropFirst().map(JSONValue.string)),
        ]
    }
}
