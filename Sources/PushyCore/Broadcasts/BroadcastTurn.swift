/// A turn in a broadcast's life that its operator should know of.
///
/// Each comes once: a broadcast that tries in vain, time after time, is told of when it halts and when it goes on.
public enum BroadcastTurn: Hashable, Sendable {
    /// Its first notification is about to go out.
    case began(Broadcast)
    /// It goes on after a pause, a trouble or a restart of the process.
    case wentOn(Broadcast)
    /// It was halted or ended, or leaves the rest to the next process: ``Broadcast/state`` and ``Broadcast/why`` say
    /// which and why.
    case halted(Broadcast)
}
