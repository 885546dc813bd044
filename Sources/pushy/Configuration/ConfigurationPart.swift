/// Settings that belong together, read into one value that cannot be wrong.
///
/// A command shows the parts that it reads as sections of its help page, so page and behaviour cannot differ.
protocol ConfigurationPart: Sendable {
    static var section: FlagSection { get }

    /// Reads and checks the part.
    ///
    /// - Throws: a complaint that names the setting and the mend.
    init(_ inputs: Inputs) throws(Complaint)
}
