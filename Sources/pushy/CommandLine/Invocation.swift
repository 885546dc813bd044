/// A command about to be carried out, with what was said to it.
struct Invocation: Sendable {
    /// The words that named it, `pushy` first.
    let path: [String]
    let operands: [String]
    let inputs: Inputs
    let console: Console
}
