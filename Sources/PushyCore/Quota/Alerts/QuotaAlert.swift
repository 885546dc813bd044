import Foundation
import WorkersKV

/// That the writes of a period passed a share of their budget.
public struct QuotaAlert: Hashable, Sendable {
    /// The shares that are told, as Cloudflare tells them and once more at the half.
    public enum Percent: Int, Hashable, Sendable, CaseIterable, Codable {
        case half = 50
        case nine = 90
        case all = 100
    }

    /// When it was noticed.
    public let at: Date

    /// The share.
    public let percent: Percent

    /// What is spent: the budget of this kind.
    public let kind: BudgetKind
}

extension QuotaAlert.Percent {
    /// Whether so much of the budget is used.
    func isReached(by spending: KVSpending) -> Bool {
        guard let limit = spending.limit, limit > 0 else { return false }
        // In hundredths of the limit, rounded up, without a product that could overflow.
        return spending.used >= limit / 100 * rawValue + (limit % 100 * rawValue + 99) / 100
    }
}
