import Foundation
import WorkersKV

/// Where the devices of one app are kept: a namespace of its own, and the service's own records beside it.
public struct AppSpace: Sendable {
    /// What the titles of the apps' namespaces begin with; nobody else may have one that does.
    public static let titlePrefix = "app:"

    /// Its devices at APNs, by their tokens.
    public let registry: TokenRegistry
    /// All its devices, by their names and their owners.
    public let devices: DeviceRegistry
    /// What was sent to single users and devices.
    public let log: SendLog
    let claims: SendClaims

    init(of app: AppID, over registry: TokenRegistry, logDays: Int) async throws(KVError) {
        self.registry = registry
        devices = try await DeviceRegistry(of: app, over: registry)
        log = try await SendLog(in: registry.store, of: app, days: logDays)
        claims = try await SendClaims(in: registry.store, of: app)
    }

    /// The title of the namespace that holds an app's devices.
    static func title(of app: AppID) -> String {
        app == .default ? TokenRegistry.namespaceTitle : titlePrefix + app.text
    }

    /// The names of the service's own namespaces for an app, which are deleted with it.
    static func systemNames(of app: AppID) -> [String] {
        [
            PendingDeletions.namespaceName(of: app), DeviceIndex.namespaceName(of: app),
            SendLog.namespaceName(of: app), SendClaims.namespaceName(of: app),
        ]
    }
}
