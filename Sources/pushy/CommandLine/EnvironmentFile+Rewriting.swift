import Foundation

extension EnvironmentFile {
    /// Gives names in the file on disk other values, or takes them out with nil; every other line stays as it is.
    ///
    /// The new text stands beside the file before it takes its place, so that a crash leaves the one or the other, whole.
    ///
    /// - Throws: a complaint when the file cannot be read or written.
    static func rewrite(at path: String, _ changes: [(name: String, value: String?)]) throws(Complaint) {
        let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        let text: String
        do throws(TextFile.Unreadable) {
            text = try TextFile.text(at: target)
        } catch {
            throw .configuration(error.description)
        }
        try replace(target, with: Self.text(text, changing: changes))
    }

    private static func text(_ text: String, changing changes: [(name: String, value: String?)]) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        for (name, value) in changes {
            let place = lines.firstIndex { $0.hasPrefix(name + "=") }
            switch (place, value) {
            case (let place?, let value?): lines[place] = "\(name)=\(value)"
            case (let place?, nil): lines.remove(at: place)
            case (nil, let value?): lines.append("\(name)=\(value)")
            case (nil, nil): break
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The new file belongs to whom the former one does: the server must go on being able to read it.
    private static func replace(_ path: String, with text: String) throws(Complaint) {
        var former = stat()
        guard stat(path, &former) == 0 else { throw unwritable(path) }
        let draft = path + ".new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(path) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard fchown(descriptor, former.st_uid, former.st_gid) == 0, fchmod(descriptor, former.st_mode & 0o777) == 0
        else {
            unlink(draft)
            throw unwritable(path)
        }
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            unlink(draft)
            throw unwritable(path)
        }
        guard rename(draft, path) == 0 else {
            unlink(draft)
            throw unwritable(path)
        }
        let directory = open(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false), O_RDONLY)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    private static func unwritable(_ path: String) -> Complaint {
        .failure(
            "\(path) cannot be rewritten (\(SystemError.last.text)): run this as the user it belongs to, or make room"
        )
    }
}
