import APNs
import WorkersKV

/// How many devices there are, of each kind.
public struct TokenCounts: Hashable, Sendable {
    public var all = 0
    public var pro = 0
    public var free = 0
    public var production = 0
    public var sandbox = 0
    /// Devices whose app never named an environment; they go with whichever is picked.
    public var unspecified = 0
}

extension TokenRegistry {
    /// How many keys one read transaction looks at.
    static let keysPerTransaction = 4_000

    /// Counts all tokens, in one walk.
    public func counts() async throws(KVError) -> TokenCounts {
        var counts = TokenCounts()
        try await walkAll { key, value in
            guard RecipientFilter.isToken(key), let glance = TokenGlance(value) else { return }
            counts.all += 1
            if glance.pro { counts.pro += 1 } else { counts.free += 1 }
            switch glance.environment {
            case .production: counts.production += 1
            case .sandbox: counts.sandbox += 1
            case nil: counts.unspecified += 1
            }
        }
        return counts
    }

    /// How many devices a broadcast to the selection would go to now.
    public func recipientCount(of selection: Selection) async throws(KVError) -> Int {
        let filter = try await filter(for: selection)
        var count = 0
        try await walkAll { key, value in
            if filter.picks(key: key, value: value) { count += 1 }
        }
        return count
    }

    func filter(for selection: Selection) async throws(KVError) -> RecipientFilter {
        RecipientFilter(selection, skipping: try await deletions.tokens(in: store))
    }

    private func walkAll(_ body: (_ key: RawSpan, _ value: RawSpan) -> Void) async throws(KVError) {
        var cursor: KeyName?
        while true {
            let page = try await store.walk(tokens, after: cursor, limit: Self.keysPerTransaction, body)
            guard let last = page.last else { return }
            cursor = last
        }
    }
}
