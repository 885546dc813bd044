import PushyCore

/// How far a walk through a file is: a line that is drawn anew on a terminal, a plain line now and then elsewhere.
struct ImportProgress {
    private static let elementsPerLine = 100_000

    private let activity: String
    private let byteCount: Int
    private let console: Console
    private var nextLine = elementsPerLine

    init(_ activity: String, byteCount: Int, console: Console) {
        self.activity = activity
        self.byteCount = byteCount
        self.console = console
    }

    /// Shows where it is.
    mutating func show(elementCount: Int, byteCount done: Int) {
        let percent = byteCount > 0 ? min(100, done * 100 / byteCount) : 100
        let line = "\(activity): \(percent) %, \(elementCount.grouped) pairs"
        if let redraw = console.redrawNote {
            redraw(line)
        } else if elementCount >= nextLine {
            console.printNote(line)
            nextLine = elementCount + Self.elementsPerLine
        }
    }

    /// Clears the line, so that another can be written.
    func clear() { console.redrawNote?("") }
}
