import Foundation
import WorkersKV

extension Quota {
    /// The alerts of the period: those that were raised, and those that are due and that nobody has raised yet.
    func alerts(of usage: KVUsage, at moment: Date) async throws(KVError) -> [QuotaAlert] {
        let raised = try await AlertRecords(in: store).alerts(in: usage.period)
        return QuotaAlert.Percent.allCases.compactMap { percent in
            if let alert = raised.first(where: { $0.percent == percent }) { return alert }
            guard let writes = usage.spending[.writes], percent.isReached(by: writes) else { return nil }
            return QuotaAlert(at: moment, percent: percent, kind: .writes)
        }
    }

    /// What the owner should be told now and was not told before; it counts as told from then on.
    ///
    /// - Throws: ``KVError/unavailable(_:)`` when the store cannot be read or written; what it could not remember is
    ///   told by a later call.
    public func notices() async throws(KVError) -> [QuotaNotice] {
        let moment = now()
        let records = try await AlertRecords(in: store)
        let usage = try await store.usage()
        var notices: [QuotaNotice] = []
        if let writes = usage.spending[.writes] {
            for percent in QuotaAlert.Percent.allCases where percent.isReached(by: writes) {
                let alert = QuotaAlert(at: moment, percent: percent, kind: .writes)
                if try await records.raise(alert, in: usage.period) { notices.append(.alert(alert, usage)) }
            }
        }
        if let spike = try await ongoingSpike(), try await records.tell(spike, at: moment) {
            notices.append(.spike(spike, usage))
        }
        return notices
    }
}
