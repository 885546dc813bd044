import Foundation
import WorkersKV

/// Which alerts were raised and which spikes were told, so that nothing is told twice, a restart between or not.
struct AlertRecords: Sendable {
    private static let namespaceName = "quota-alerts"
    /// Longer than any period, and than any spike is reported.
    private static let secondsKept = 62 * 86_400

    private let store: KVStore
    private let namespace: KVNamespace

    init(in store: KVStore) async throws(KVError) {
        self.store = store
        namespace = try await store.systemNamespace(named: Self.namespaceName)
    }

    /// What is kept of an alert.
    struct Entry: Hashable, Sendable, Codable {
        let at: Date
    }

    /// The alerts that were raised in a period.
    func alerts(in period: BudgetPeriod) async throws(KVError) -> [QuotaAlert] {
        try await store.read { [namespace] transaction throws(KVError) in
            var alerts: [QuotaAlert] = []
            for percent in QuotaAlert.Percent.allCases {
                let entry = try transaction.withValue(of: Self.key(percent, period), in: namespace) { Entry(json: $0) }
                if let entry = entry ?? nil { alerts.append(QuotaAlert(at: entry.at, percent: percent, kind: .writes)) }
            }
            return alerts
        }
    }

    /// Raises an alert; false when somebody raised it before.
    func raise(_ alert: QuotaAlert, in period: BudgetPeriod) async throws(KVError) -> Bool {
        try await remember(Self.key(alert.percent, period), at: alert.at)
    }

    /// Remembers that a spike was told; false when it was told before.
    func tell(_ spike: Spike, at moment: Date) async throws(KVError) -> Bool {
        try await remember(Self.key("spike/\(spike.from.formatted(.iso8601))"), at: moment)
    }

    private func remember(_ key: KeyName, at moment: Date) async throws(KVError) -> Bool {
        // Asked again every few seconds, it is mostly known, and then costs no commit.
        let isKnown = try await store.read { [namespace] transaction throws(KVError) in
            try transaction.withValue(of: key, in: namespace) { _ in true } ?? false
        }
        if isKnown { return false }
        return try await store.commit { [namespace] transaction throws(KVError) in
            guard try transaction.value(of: key, in: namespace) == nil else { return false }
            let entry = try Entry(at: moment).json
            try transaction.put(entry, for: key, in: namespace, expiration: .after(seconds: Self.secondsKept))
            return true
        }
    }

    private static func key(_ percent: QuotaAlert.Percent, _ period: BudgetPeriod) throws(KVError) -> KeyName {
        try key("writes/\(period)/\(percent.rawValue)")
    }

    private static func key(_ text: String) throws(KVError) -> KeyName {
        do throws(KVRefusal) {
            return try KeyName(text)
        } catch {
            throw .refused(error)
        }
    }
}

extension AlertRecords.Entry: StoredJSON {}
