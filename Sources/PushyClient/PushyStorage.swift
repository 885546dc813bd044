import Foundation

/// Where a client remembers, from launch to launch, what the server last confirmed.
public protocol PushyStorage: Sendable {
    /// What was saved last, or nothing.
    func load() -> Data?

    /// Replaces what was saved last.
    func save(_ data: Data)
}

/// Remembers in the app's user defaults.
public struct UserDefaultsStorage: PushyStorage {
    private let suiteName: String?
    private let key: String

    /// - Parameters:
    ///   - suiteName: The defaults of an app group, or the app's own.
    ///   - key: The name of the one entry that it writes.
    public init(suiteName: String? = nil, key: String = "PushyClient") {
        self.suiteName = suiteName
        self.key = key
    }

    private var defaults: UserDefaults {
        suiteName.flatMap(UserDefaults.init(suiteName:)) ?? .standard
    }

    public func load() -> Data? { defaults.data(forKey: key) }

    public func save(_ data: Data) { defaults.set(data, forKey: key) }
}
