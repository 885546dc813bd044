import Foundation

/// What was written in one hour: what a report needs to tell a rollout from an app that forgets to deduplicate.
///
/// Only counted operations are in it; an exempt import and the service's own records are not.
public struct HourTally: Hashable, Sendable {
    /// Hours since the beginning of 1970, UTC.
    public let index: Int

    /// Counted puts; the sum of ``new``, ``changed`` and ``unchanged``.
    public internal(set) var writes = 0
    /// Puts of keys that were not there.
    public internal(set) var new = 0
    /// Puts that changed what was there.
    public internal(set) var changed = 0
    /// Puts of what was there already: writes burnt for nothing.
    public internal(set) var unchanged = 0
    /// Counted deletes.
    public internal(set) var removed = 0
    /// Puts and deletes that a budget refused.
    public internal(set) var refused = 0
    /// Writes that a caller saved because nothing had changed; see ``KVStore/noteSaved(_:_:)``.
    public internal(set) var savedUnchanged = 0
    /// Deletes that a caller saved because the key was not there.
    public internal(set) var savedAbsent = 0
    /// The puts asked for in each five minutes of the hour, so that a rush shows before its hour is over.
    public internal(set) var demand = [PutDemand](repeating: PutDemand(), count: demandCount)

    /// An hour in which nothing happened.
    public init(index: Int) {
        self.index = index
    }

    /// The hour that holds the moment.
    public init(containing moment: Date) {
        self.init(index: Self.index(containing: moment))
    }

    /// The index of the hour that holds the moment.
    static func index(containing moment: Date) -> Int {
        Int((moment.timeIntervalSince1970 / 3600).rounded(.down))
    }

    /// Its first moment.
    public var start: Date {
        Date(timeIntervalSince1970: Double(index) * 3600)
    }

    /// Into how many parts of five minutes the demand is told apart.
    public static let demandCount = 12

    /// For how many hours tallies are kept: 35 days, so that a whole month is there on its last day.
    public static let hoursKept = 35 * 24
}

extension HourTally {
    var bytes: [UInt8] {
        let counts = [writes, new, changed, unchanged, removed, refused, savedUnchanged, savedAbsent]
        return CounterRow(counts + demand.flatMap { [$0.new, $0.known] }).bytes
    }

    init(index: Int, bytes: RawSpan) {
        let row = CounterRow(bytes)
        self.index = index
        writes = row[0]
        new = row[1]
        changed = row[2]
        unchanged = row[3]
        removed = row[4]
        refused = row[5]
        savedUnchanged = row[6]
        savedAbsent = row[7]
        demand = (0..<Self.demandCount).map { PutDemand(new: row[8 + 2 * $0], known: row[9 + 2 * $0]) }
    }

    mutating func count(_ outcome: KVPutOutcome) {
        writes += 1
        switch outcome {
        case .new: new += 1
        case .changed: changed += 1
        case .unchanged: unchanged += 1
        }
    }

    mutating func count(_ asked: PutDemand, at moment: Date) {
        let secondsPerPart = 3600 / Double(Self.demandCount)
        let part = Int(moment.timeIntervalSince(start) / secondsPerPart)
        demand[min(max(0, part), Self.demandCount - 1)] += asked
    }

    mutating func countSaved(_ saving: KVSaving, _ count: Int) {
        switch saving {
        case .unchanged: savedUnchanged += count
        case .absent: savedAbsent += count
        }
    }
}

/// An operation that a caller saved by reading first.
public enum KVSaving: Hashable, Sendable {
    /// A put of what was there already.
    case unchanged
    /// A delete of what was not there.
    case absent
}
