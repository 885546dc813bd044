import WorkersKV

/// What leads to the devices of all apps: who the apps are, where their devices are kept, and the ways to them.
public struct Gateway: Sendable {
    public let apps: Apps
    public let spaces: AppSpaces
    public let channels: AppChannels

    public init(apps: Apps, spaces: AppSpaces, channels: AppChannels) {
        self.apps = apps
        self.spaces = spaces
        self.channels = channels
    }

    /// An app as it stands, if it still is the one that is meant: a deleted one's id may have been given to another.
    func app(_ id: AppID, incarnation: String?) async throws(AppFailure) -> App {
        let app = try await apps.app(id)
        guard incarnation == nil || app.incarnation == incarnation else { throw .unknown(id) }
        return app
    }

    /// Where an app's devices are kept.
    func space(of app: App) async throws(AppFailure) -> AppSpace {
        do throws(KVError) {
            return try await spaces.space(of: app)
        } catch .unknownNamespace {
            throw .unknown(app.id)
        } catch {
            throw .store(error)
        }
    }
}
