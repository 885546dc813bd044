/// Which app a notification is for: its bundle ID, with or without a push type's suffix.
public struct APNsTopic: Hashable, Sendable {
    /// As it was given.
    public let text: String

    /// Takes a bundle ID: printable ASCII without spaces.
    public init(_ text: String) throws(APNsRefusal) {
        guard !text.isEmpty else { throw .topicEmpty }
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw .topicNotPlain(text) }
        self.text = text
    }

    /// The topic that a push of this type needs: the suffix is added unless the topic already ends with it.
    public func text(for pushType: APNsPushType) -> String {
        guard let suffix = pushType.topicSuffix, !text.hasSuffix(suffix) else { return text }
        return text + suffix
    }
}

extension APNsTopic: CustomStringConvertible {
    public var description: String { text }
}
