/// What a server answered, whatever its status.
public struct ClientResponse: Hashable, Sendable {
    /// The status, such as 200.
    public let status: Int

    /// The body, whole.
    public let body: [UInt8]

    /// Whether the status says that the request was done.
    public var isSuccess: Bool { (200..<300).contains(status) }
}
