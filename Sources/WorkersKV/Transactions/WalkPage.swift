/// Where a page of a walk ended.
public struct WalkPage: Hashable, Sendable {
    /// How many keys the page handed out; 0 is possible before the end, when all it met had expired.
    public let handedOut: Int

    /// Whether no key is left after this page.
    public let isComplete: Bool

    /// The key after which the next page begins; nil when the walk is complete or nothing was met.
    public let last: KeyName?
}
