import Foundation

/// A command about to be carried out, with what was said to it.
struct Invocation: Sendable {
    /// What it was given besides flags, one for each that it takes.
    let operands: [String]
    let inputs: Inputs
    let console: Console
    let now: @Sendable () -> Date
}
