/// A set of keys of its own, as Workers KV's namespaces are; the value is a handle, made by the store.
public struct KVNamespace: Hashable, Sendable {
    /// The longest title, in bytes of UTF-8.
    public static let maximumTitleByteCount = 512

    /// What programs call it: 32 hexadecimal digits, for ever the same.
    public let id: String

    /// What people call it; it may change, and no two have the same.
    public let title: String

    /// Whether it holds the service's own records: those are not counted and are not seen through the REST API.
    public let isSystem: Bool

    /// What its keys begin with in the store; never given twice.
    let number: UInt32
}
