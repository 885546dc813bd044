import Foundation

/// What the bodies of one commit share: the engine's transaction and the ledger. It never leaves the writer's turn.
final class WriteContext {
    let writer: any KVEngineWriter
    var ledger: BudgetLedger
    private(set) var now: Date
    private(set) var snapshot: Snapshot
    /// How many bytes of records this commit has written so far.
    var writtenByteCount = 0
    /// Which namespaces hold notes on the keys of another, by their numbers, as far as this commit has asked.
    var noteNumbers: [UInt32: [UInt32]] = [:]

    init(_ writer: any KVEngineWriter, _ ledger: BudgetLedger, now: Date) {
        self.writer = writer
        self.ledger = ledger
        self.now = now
        snapshot = Snapshot(reader: writer, unixSeconds: now.wholeUnixSeconds)
    }

    /// Runs one body; when it throws, nothing of it stays but that it was refused.
    func run<Result>(at moment: Date, _ body: (borrowing KVWriteTransaction) throws -> Result) throws -> Result {
        now = moment
        snapshot = Snapshot(reader: writer, unixSeconds: moment.wholeUnixSeconds)
        ledger.beginBody()
        let before = ledger
        do {
            let transaction = KVWriteTransaction(context: self)
            return try writer.attempt { try body(transaction) }
        } catch {
            try ledger.takeBack(to: before, writer)
            throw error
        }
    }
}
