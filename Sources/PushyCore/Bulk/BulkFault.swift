/// What is wrong with a pair of a bulk file, or with the file, as a sentence.
public struct BulkFault: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// A fault of whoever reads the file.
    public init(_ description: String) {
        self.description = description
    }
}
