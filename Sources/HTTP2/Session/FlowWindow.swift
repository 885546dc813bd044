/// How many bytes the other end may send before it must wait for a WINDOW_UPDATE: so many that it never waits, because what
/// arrives is dealt with at once and bodies are limited.
enum FlowWindow {
    static let stream: UInt32 = 1 << 20
    static let connection: Int32 = 1 << 30
}
