import Foundation
import PushCrypto

/// One of the owner's apps: its name, its keys' state and what it needs to reach its devices, whose secrets are sealed.
public struct App: Hashable, Sendable, Identifiable, Codable {
    public let id: AppID
    /// What people call it.
    public internal(set) var name: String
    /// When it was created; nil for the default app, which always was.
    public let createdAt: Date?
    /// When anything of it was changed last.
    public internal(set) var updatedAt: Date?
    /// The key of its backend; nil while the default app was given none.
    public internal(set) var backendKey: KeyMark?
    /// The key that the app carries; nil for the default app, whose key the environment names.
    public internal(set) var clientKey: KeyMark?
    /// Its access to APNs; nil without, and for the default app, whose access the environment names.
    public internal(set) var apns: APNsSummary?
    /// Its access to FCM; nil without.
    public internal(set) var fcm: FCMSummary?
    /// Its access to Web Push; nil without.
    public internal(set) var vapid: VAPIDSummary?
    var sealed = SealedCredentials()
    /// How often its credentials were changed: who has made something of them looks at it.
    var revision = 0
    /// Tells an app from a deleted one of the same id.
    let incarnation: String

    /// What is kept of a key.
    public struct KeyMark: Hashable, Sendable, Codable {
        /// When the key was made.
        public let madeAt: Date
        /// By what way it was asked for; nil where that was not written down.
        public let maker: KeyMaker?
        let digest: String

        init(_ key: AppKey, madeAt: Date, by maker: KeyMaker?) {
            self.madeAt = madeAt
            self.maker = maker
            digest = key.digest
        }

        /// Tells the key from the ones before and after it, and nothing of the key itself.
        public var name: String {
            String(Base64URL.encode(SHA256.hash(Array("name of \(digest)".utf8))).prefix(16))
        }
    }
}

extension App {
    /// The app that the environment names, before anything of it was changed.
    static let `default` = App(id: .default, name: "default", createdAt: nil, incarnation: "")

    /// A new app.
    init(_ id: AppID, name: String, at moment: Date) {
        self.init(id: id, name: name, createdAt: moment, incarnation: AccessKey.randomText())
        updatedAt = moment
    }

    private init(id: AppID, name: String, createdAt: Date?, incarnation: String) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.incarnation = incarnation
    }

    /// What is kept of the key that it has in a role; nil where it has none of the service's own.
    public internal(set) subscript(key role: AppKey.Role) -> KeyMark? {
        get {
            switch role {
            case .backend: backendKey
            case .client: clientKey
            }
        }
        set {
            switch role {
            case .backend: backendKey = newValue
            case .client: clientKey = newValue
            }
        }
    }
}

extension App: StoredJSON {}

/// An app with its keys, which are shown this once.
public struct NewApp: Sendable {
    public let app: App
    public let backendKey: AppKey
    public let clientKey: AppKey
}

/// Who presented a key: an app, in one of its roles.
public struct AppCaller: Hashable, Sendable {
    public let app: AppID
    public let role: AppKey.Role
    /// Tells the app from a deleted one of the same id.
    let incarnation: String

    /// The app that the environment names, by the key that the environment names.
    public static let defaultClient = AppCaller(app: .default, role: .client, incarnation: App.default.incarnation)
}

extension AppCaller {
    /// The owner, who sends in an app's name.
    public init(ownerOf app: App) {
        self.init(app: app.id, role: .backend, incarnation: app.incarnation)
    }
}

extension AppCaller: StoredJSON, Codable {}
