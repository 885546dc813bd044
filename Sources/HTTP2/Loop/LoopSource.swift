/// What a loop watches: a descriptor, and what to do when it is ready. Called on the loop's thread only.
protocol LoopSource: AnyObject {
    /// The descriptor can be read or written, or is broken (poll's event bits).
    func ready(_ events: Int16)

    /// The turn ends: write what it brought about. Called when ``EventLoop/flushAtEndOfTurn(_:)`` asked for it.
    func flush()

    /// The loop is about to stop, and will not call again: let everything go.
    func loopStops()
}

/// A source's place in its loop.
final class LoopRegistration {
    let source: any LoopSource
    /// Where in the loop's poll set the descriptor stands; -1 once it was taken out.
    var index: Int
    /// Whether the loop will call `flush` at the end of the turn already.
    var isFlushDue = false

    init(source: any LoopSource, index: Int) {
        self.source = source
        self.index = index
    }
}
