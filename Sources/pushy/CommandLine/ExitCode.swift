/// How the process ends, by the numbers of sysexits.h, so that a supervisor can tell a mistake in its unit file from a crash.
enum ExitCode: Int32, Sendable {
    case success = 0
    /// The work itself failed; the sentence says how.
    case failure = 1
    /// EX_USAGE: the command line is wrong; the same line will never work.
    case usage = 64
    /// EX_CONFIG: a variable, the env file or a file that they name is missing or wrong.
    case configuration = 78
}
