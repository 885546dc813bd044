import PushyCore

extension AccessKeys {
    /// Two new keys from the system's random source.
    static func random() -> AccessKeys {
        AccessKeys(app: AccessKey.randomText(), admin: AccessKey.randomText())
    }
}
