import PushyCore

/// What an import leaves out: the first of them are listed, and all go into a file that can be mended and imported again.
struct Rejects {
    /// More lines than these are read by nobody.
    private static let listedAtMost = 20

    private let path: String?
    private let console: Console
    private var file: OutputFile?
    private var complaint: Complaint?
    private(set) var count = 0

    /// Without a path they are only listed. The file is made when there is something to put into it.
    init(path: String?, console: Console) {
        self.path = path
        self.console = console
    }

    /// Lists an element that is left out, and keeps it.
    mutating func add(_ reject: ImportReject) {
        count += 1
        if count <= Self.listedAtMost {
            console.printNote("pair \(reject.element.place) is left out: \(reject.reason)")
        } else if count == Self.listedAtMost + 1 {
            console.printNote("… and others")
        }
        guard let path, complaint == nil else { return }
        do throws(Complaint) {
            let output = if let file { file } else { try OutputFile(path) }
            output.write(Array((file == nil ? "[\n" : ",\n").utf8) + reject.json.written())
            file = output
        } catch {
            complaint = error
        }
    }

    /// Ends the file, and says where it is.
    func finish() throws(Complaint) {
        if let complaint { throw complaint }
        guard let file, let path else { return }
        file.write(Array("\n]\n".utf8))
        try file.finish()
        console.printNote(
            "what is left out stands in \(path), each with its reason: mend it there and import that file"
        )
    }
}
