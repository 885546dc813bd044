import Foundation
import WorkersKV

/// What the account has used of its budget, hour by hour and day by day, with what stands out and where it leads.
public struct QuotaReport: Sendable {
    /// Plan, period, and what each kind has come to.
    public let usage: KVUsage

    /// The last 48 hours, oldest first; the last one is under way.
    public let hours: [QuotaHour]

    /// The last 30 days, oldest first; the last one is under way.
    public let days: [QuotaDay]

    /// The spikes of the last four weeks, oldest first.
    public let spikes: [Spike]

    /// When the period's writes will be spent at the present rate, or were; nil when they last until the reset.
    public let exhaustedAt: Date?

    /// The alerts of the period, in the order of their percentages.
    public let alerts: [QuotaAlert]

    /// When the report was made.
    public let moment: Date

    static let hourCount = 48
    static let dayCount = 30
}
