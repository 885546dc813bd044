/// Who sends: whom services may write to, and the key pairs that subscriptions were made with.
public struct VAPIDIdentity: Sendable {
    /// Whom services may write to.
    public let subject: VAPIDSubject
    /// By their public halves: the pair in use now, and those before that old subscriptions still know.
    private let keys: [String: VAPIDKey]

    /// Takes the subject and all pairs.
    public init(subject: VAPIDSubject, keys: [VAPIDKey]) {
        self.subject = subject
        self.keys = Dictionary(keys.map { ($0.publicText, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func key(_ publicText: String) -> VAPIDKey? { keys[publicText] }
}
