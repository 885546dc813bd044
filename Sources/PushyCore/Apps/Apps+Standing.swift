import APNs
import Foundation

extension Apps {
    /// All that is wrong with the fields of a new app, one fault for its id, its name and each service; what the store
    /// refuses, such as an id that is taken, is not among them.
    public static func faults(in fields: JSONObject) -> [DraftFault] {
        let named = FieldReader(fields).only(["id", "name"])
        var faults = [DraftFault.of { () throws(DraftFault) in _ = try AppChange.id(in: named) }]
        faults.append(DraftFault.of { () throws(DraftFault) in _ = try AppChange(named, isNew: true) })
        for service in PushServiceKind.allCases {
            guard case .object(let members)? = fields[AppCredentials.fieldName(of: service)] else { continue }
            faults.append(
                DraftFault.of { () throws(DraftFault) in
                    var credentials = AppCredentials()
                    try credentials.change(service, to: members)
                }
            )
        }
        return faults.compactMap(\.self)
    }

    /// Why an app's credentials for a service cannot be used as they are stored; nil when they can, or there are none.
    public func trouble(of app: App, with service: PushServiceKind) -> AppFailure? {
        do throws(AppFailure) {
            _ = try credentials(of: app, for: service)
            return nil
        } catch {
            return error
        }
    }
}

extension App {
    /// Whether the store holds credentials of the app for a service.
    public func hasCredentials(for service: PushServiceKind) -> Bool {
        switch service {
        case .apns: apns != nil
        case .fcm: fcm != nil
        case .webPush: vapid != nil
        }
    }

    /// When its credentials for a service were given or changed last; nil where that was not written down.
    public func credentialsChanged(for service: PushServiceKind) -> Date? { sealed.changes[service.rawValue] }
}

extension PushServiceKind {
    /// What the API calls an app's credentials for the service: `apns`, `fcm`, `vapid`.
    public var credentialsName: String { AppCredentials.fieldName(of: self) }
}
