import APNs
import Foundation
import WorkersKV

/// The log of an app's sends: who, when, and what became of it, for a while. It holds no message and no token.
public struct SendLog: Sendable {
    /// What is kept of each send: a user with more devices has the rest counted alone.
    static let outcomeCount = 100
    /// What is kept of each app.
    public static let entryCount = 10_000
    private static let entriesPerCommit = 500

    private let store: KVStore
    private let namespace: KVNamespace
    private let days: Int

    init(in store: KVStore, of app: AppID, days: Int) async throws(KVError) {
        self.store = store
        self.days = days
        namespace = try await store.systemNamespace(named: Self.namespaceName(of: app))
    }

    /// The name of the namespace that holds an app's.
    static func namespaceName(of app: AppID) -> String { "sends:\(app)" }

    /// A send.
    public struct Entry: Hashable, Sendable, Codable {
        public let id: String
        public let at: Date
        public let user: String?
        public let device: String?
        public let sent: Int
        public let failed: Int
        public let invalidToken: Int
        /// What it was where it went to all devices; what became of it the broadcast itself tells.
        public var broadcast: Mark?
        /// The first hundred.
        public let outcomes: [SendOutcome]
    }

    /// Whom a broadcast was for.
    public struct Mark: Hashable, Sendable, Codable {
        public let audience: Audience
        public let recipients: Int
        /// nil is every platform.
        public var platforms: PlatformFilter?
    }

    /// Some sends, the newest first, and where the next ones begin.
    public struct Page: Sendable {
        public let entries: [Entry]
        /// What to go on after; nil when there are no more.
        public let cursor: String?
    }

    func add(_ entry: Entry, in transaction: borrowing KVWriteTransaction) throws(KVError) {
        guard let id = SendID(entry.id) else { return }
        let expiration = KVExpiration.after(seconds: days * 86_400)
        try transaction.put(entry.json, for: KeyName(of: id.key), in: namespace, expiration: expiration)
    }

    /// A page of the log.
    public func page(after cursor: String?, limit: Int) async throws(KVError) -> Page {
        var entries: [Entry] = []
        let after: KeyName? = if let id = cursor.flatMap({ SendID($0) }) { try KeyName(of: id.key) } else { nil }
        let page = try await store.walk(namespace, after: after, limit: limit) { _, value in
            if let entry = Entry(json: value) { entries.append(entry) }
        }
        return Page(entries: entries, cursor: page.isComplete ? nil : entries.last?.id)
    }

    /// Deletes the oldest sends beyond so many.
    public func trim(to count: Int = entryCount) async throws(KVError) {
        let last = try await store.walk(namespace, limit: count) { _, _ in }.last
        guard let last else { return }
        var isComplete = false
        while !isComplete {
            var surplus: [KeyName] = []
            let page = try await store.walk(namespace, after: last, limit: Self.entriesPerCommit) { key, _ in
                if let key = KeyName(utf8: key) { surplus.append(key) }
            }
            isComplete = page.isComplete
            guard !surplus.isEmpty else { continue }
            try await store.commit { [namespace, surplus] transaction throws(KVError) in
                for key in surplus { try transaction.delete(key, in: namespace) }
            }
        }
    }
}

extension SendLog.Entry: StoredJSON {}

extension SendLog.Entry {
    init(_ report: SendReport, of target: SendRequest.Target, at moment: Date) {
        id = report.id
        at = moment
        switch target {
        case .user(let name): (user, device) = (name.text, nil)
        case .device(let id): (user, device) = (nil, id.text)
        }
        sent = report.count(of: .sent)
        failed = report.count(of: .failed)
        invalidToken = report.count(of: .invalidToken)
        outcomes = Array(report.outcomes.prefix(SendLog.outcomeCount))
    }

    /// The entry as the API shows it.
    public var json: JSONObject {
        var json: JSONObject = ["id": .string(id), "at": .string(at.formatted(.iso8601))]
        json["user_id"] = user.map(JSONValue.string)
        json["device_id"] = device.map(JSONValue.string)
        json["sent"] = .integer(sent)
        json["failed"] = .integer(failed)
        json["invalid_token"] = .integer(invalidToken)
        if let broadcast { return json.merging(broadcast.json) }
        json["results"] = .array(outcomes.map { .object($0.json) })
        let leftOut = sent + failed + invalidToken - outcomes.count
        if leftOut > 0 { json["results_left_out"] = .integer(leftOut) }
        return json
    }
}

extension SendLog.Entry {
    /// The one entry of a broadcast to every service.
    init(_ broadcast: Broadcast) {
        id = broadcast.id.text
        at = broadcast.createdAt
        (user, device) = (nil, nil)
        (sent, failed, invalidToken) = (0, 0, 0)
        outcomes = []
        var mark = SendLog.Mark(
            audience: broadcast.draft.selection.audience,
            recipients: broadcast.recipients
        )
        if case .everywhere(_, let platforms) = broadcast.draft.message, platforms != .all {
            mark.platforms = platforms
        }
        self.broadcast = mark
    }

    /// The entry of a broadcast with what became of it so far.
    public func json(of broadcast: Broadcast) -> JSONObject {
        let tally = broadcast.tally
        var json = json
        json["state"] = .string(broadcast.state.rawValue)
        json["sent"] = .integer(tally.accepted)
        json["failed"] = .integer(tally.total - tally.accepted - tally.removed - tally.pending)
        json["invalid_token"] = .integer(tally.removed + tally.pending)
        return json
    }
}

extension SendLog.Mark {
    fileprivate var json: JSONObject {
        var json: JSONObject = ["audience": .string(audience.rawValue), "recipients": .integer(recipients)]
        json["platform"] = platforms.map { .array($0.names.map { .string($0.rawValue) }) }
        return json
    }
}
