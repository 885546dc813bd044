import APNs
import WorkersKV

/// The devices that the owner has marked for trials. They are the service's own records: no budget counts them, and they
/// stay when the token is removed.
public struct TestDevices: Sendable {
    private static let namespaceName = "test-devices"
    /// Records are read this many at a time.
    private static let pageCount = 500

    private let store: KVStore
    private let namespace: KVNamespace

    /// Opens the records of a store; their namespace is made if it is not there.
    public init(in store: KVStore) async throws(KVError) {
        self.store = store
        namespace = try await store.systemNamespace(named: Self.namespaceName)
    }

    /// All of them, in the order of their names.
    public func all() async throws(KVError) -> [TestDevice] {
        var devices: [TestDevice] = []
        var cursor: KeyName?
        repeat {
            let page = try await store.walk(namespace, after: cursor, limit: Self.pageCount) { _, value in
                if let device = TestDevice(json: value) { devices.append(device) }
            }
            cursor = page.last
        } while cursor != nil
        return devices.sorted { ($0.name, $0.token.hex) < ($1.name, $1.token.hex) }
    }

    /// Marks a device, or gives one that was marked another name or environment.
    public func keep(_ device: TestDevice) async throws(KVError) {
        let (key, json) = (try KeyName(device.token), try device.json)
        try await store.commit { [namespace] transaction throws(KVError) in
            try transaction.put(json, for: key, in: namespace)
        }
    }

    /// Takes the mark off a device.
    public func forget(_ token: DeviceToken) async throws(KVError) {
        let key = try KeyName(token)
        try await store.commit { [namespace] transaction throws(KVError) in
            guard try transaction.value(of: key, in: namespace) != nil else { return }
            try transaction.delete(key, in: namespace)
        }
    }
}
