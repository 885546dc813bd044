import Foundation

/// What a server answered.
public struct PushyAnswer: Hashable, Sendable {
    /// The status of the answer; success is 200 and no other.
    public var status: Int
    /// The body of the answer.
    public var body: Data
    /// The header `Retry-After`, in seconds, where the server named it.
    public var retryAfterSeconds: Int?

    /// An answer, as it is.
    public init(status: Int, body: Data = Data(), retryAfterSeconds: Int? = nil) {
        self.status = status
        self.body = body
        self.retryAfterSeconds = retryAfterSeconds
    }
}

extension PushyAnswer {
    /// What the server calls the device that was registered; nothing where it does not say.
    var deviceID: String? {
        struct Registered: Decodable { let id: String }
        return (try? JSONDecoder().decode(Registered.self, from: body))?.id
    }
}
