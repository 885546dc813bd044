/// One line for the person at the terminal: what is wrong, and what mends it.
struct Complaint: Error, Hashable, Sendable {
    /// A sentence without the program's name before it.
    let sentence: String
    let exitCode: ExitCode

    /// The command line itself is wrong.
    static func usage(_ sentence: String) -> Complaint { Complaint(sentence: sentence, exitCode: .usage) }

    /// What the environment or a file says is missing or wrong.
    static func configuration(_ sentence: String) -> Complaint {
        Complaint(sentence: sentence, exitCode: .configuration)
    }

    /// The command was understood and could not be carried out.
    static func failure(_ sentence: String) -> Complaint { Complaint(sentence: sentence, exitCode: .failure) }
}
