import APNs
import WorkersKV

/// How many devices there are, of each kind.
public struct TokenCounts: Hashable, Sendable {
    /// Devices by pro status and environment, in the order of ``environments``: first those without pro.
    private var devices = Array(repeating: 0, count: 2 * environments.count)

    private static let environments: [APNsEnvironment?] = [.production, .sandbox, nil]

    /// No devices.
    public init() {}

    mutating func count(_ glance: TokenGlance) {
        let place =
            switch glance.environment {
            case .production: 0
            case .sandbox: 1
            case nil: 2
            }
        devices[place + (glance.pro ? Self.environments.count : 0)] += 1
    }

    private func sum(where isCounted: (_ pro: Bool, _ environment: APNsEnvironment?) -> Bool) -> Int {
        var sum = 0
        for (place, count) in devices.enumerated() {
            let (pro, environment) = place.quotientAndRemainder(dividingBy: Self.environments.count)
            if isCounted(pro == 1, Self.environments[environment]) { sum += count }
        }
        return sum
    }
}

extension TokenCounts {
    public var all: Int { sum { _, _ in true } }
    public var pro: Int { sum { pro, _ in pro } }
    public var free: Int { sum { pro, _ in !pro } }
    public var production: Int { sum { $1 == .production } }
    public var sandbox: Int { sum { $1 == .sandbox } }
    /// Devices whose app never named an environment; they go with whichever is picked.
    public var unspecified: Int { sum { $1 == nil } }

    /// How many devices a selection takes in, those included whose deletion waits for the budget.
    public func devices(in selection: Selection) -> Int {
        sum { selection.includes(pro: $0, environment: $1) }
    }
}

extension TokenRegistry {
    /// How many keys one read transaction looks at.
    static let keysPerTransaction = 4_000

    /// Counts all tokens, in one walk.
    public func counts() async throws(KVError) -> TokenCounts {
        var counts = TokenCounts()
        try await walkAll { key, value in
            guard RecipientFilter.isToken(key), let glance = TokenGlance(value) else { return }
            counts.count(glance)
        }
        return counts
    }

    /// Whom a broadcast to the selection would reach now, and what finding them takes, in one walk.
    public func reach(of selection: Selection) async throws(KVError) -> Reach {
        let filter = try await filter(for: selection)
        var recipients = 0
        let keys = try await walkAll { key, value in
            if filter.picks(key: key, value: value) { recipients += 1 }
        }
        return Reach(recipients: recipients, keys: keys)
    }

    /// The same for a draft, which may be for one device: that one is known, and nothing is looked at.
    public func reach(of draft: Draft) async throws(KVError) -> Reach {
        guard draft.token == nil else { return Reach(recipients: 1, keys: nil) }
        return try await reach(of: draft.selection)
    }

    func filter(for selection: Selection) async throws(KVError) -> RecipientFilter {
        RecipientFilter(selection, skipping: try await deletions.tokens(in: store))
    }

    /// Whom a broadcast goes to, in the part that it is in.
    func filter(for broadcast: Broadcast) async throws(KVError) -> RecipientFilter {
        guard case .everywhere(_, let platforms) = broadcast.draft.message else {
            return try await filter(for: broadcast.draft.selection)
        }
        return RecipientFilter(
            broadcast.selection,
            on: platforms == .all ? nil : platforms,
            takingUnnamed: broadcast.environment == broadcast.draft.selection.environment,
            skipping: try await deletions.tokens(in: store)
        )
    }

    /// Hands out every key and value; gives their number.
    @discardableResult
    func walkAll(_ body: (_ key: RawSpan, _ value: RawSpan) -> Void) async throws(KVError) -> Int {
        var cursor: KeyName?
        var count = 0
        while true {
            // A walk takes a while: others have their turn between two pages.
            await Task.yield()
            let page = try await store.walk(tokens, after: cursor, limit: Self.keysPerTransaction, body)
            count += page.handedOut
            guard let last = page.last else { return count }
            cursor = last
        }
    }
}
