/// A value that only one loop's thread may touch, in a box that may travel.
///
/// For state that callbacks on the loop share with work that other threads hand over with ``EventLoop/execute(_:)``.
public struct LoopBound<Value>: @unchecked Sendable {
    // Sendable because `value` traps on every other thread than the loop's, where all access happens.
    private let content: Value

    /// The loop whose thread may look.
    public let loop: EventLoop

    /// Puts a value in the box, on the loop's thread.
    public init(_ value: Value, on loop: EventLoop) {
        loop.preconditionOnLoop()
        content = value
        self.loop = loop
    }

    /// Gives a value that nobody else holds to the loop, from any thread.
    public init(handing value: sending Value, to loop: EventLoop) {
        content = value
        self.loop = loop
    }

    /// The value. Traps on any other thread than the loop's.
    public var value: Value {
        loop.preconditionOnLoop()
        return content
    }
}
