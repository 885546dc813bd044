import Foundation

/// The directory that holds the store.
struct DataDirectory: Hashable, Sendable {
    /// Absolute, so that a message says which one is meant wherever the command was started.
    let path: String
    /// Who said so.
    let origin: Inputs.Origin

    static let data = Setting.text(
        Flag(
            "data",
            .value("DIRECTORY"),
            default: "./pushy-data",
            help: "The directory that holds the store; a relative path starts where the command was started."
        )
    )
}

extension DataDirectory: ConfigurationPart {
    static let section = FlagSection(title: "Store", flags: [data.flag])

    init(_ inputs: Inputs) throws(Complaint) {
        let text = try inputs.value(Self.data)
        path = URL(filePath: text, directoryHint: .notDirectory).standardizedFileURL.path(percentEncoded: false)
        origin = try inputs.given(Self.data.flag)?.origin ?? .fallback(Self.data.flag.name)
    }
}

extension DataDirectory: CustomStringConvertible {
    var description: String { "\(path), by \(origin)" }
}

extension DataDirectory {
    /// Says which directory a command acts on, and refuses one that is not there: a command that looked at the wrong one would
    /// find an empty store and call it the truth.
    func announceExisting(to console: Console) throws(Complaint) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            throw .configuration(
                "there is no data directory \(self): name the server's with --data or --env-file, or start pushy serve once"
            )
        }
        console.printNote("using the data directory \(self)")
    }
}
