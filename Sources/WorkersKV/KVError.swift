/// Why the store did not do what it was asked.
public enum KVError: Error, Hashable, Sendable {
    /// A rule or a budget of Workers KV forbids it; nothing changed.
    case refused(KVRefusal)

    /// The storage cannot do it now (disk full, map full, input/output error); nothing changed, try again later.
    /// The text is a sentence for the owner: what happened and what to do.
    case unavailable(String)

    /// Another server holds the data directory.
    case busy(directory: String)

    /// There is no store in the directory, and the caller did not ask to create one.
    case missing(directory: String)

    /// The files are of another format than this program reads.
    case incompatible(String)

    /// The files are not whole: cut short, overwritten or taken away. Nothing of them is to be trusted; a backup is.
    case damaged(String)

    /// The namespace does not exist, or no longer.
    case unknownNamespace(String)

    /// A namespace of this title exists already.
    case namespaceExists(title: String)

    /// The title is empty or longer than 512 bytes.
    case invalidTitle(byteCount: Int)

    /// The store was closed.
    case closed
}

extension KVError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.description
        case .unavailable(let sentence): sentence
        case .busy(let directory):
            "Another server is using the data directory \(directory). Stop it, or choose another directory."
        case .missing(let directory):
            "There is no store in \(directory). Name the directory of the server, or start a server there first."
        case .incompatible(let sentence), .damaged(let sentence): sentence
        case .unknownNamespace(let name): "The namespace \(name) does not exist. List the namespaces to find its id."
        case .namespaceExists(let title): "A namespace titled \"\(title)\" exists already. Choose another title."
        case .invalidTitle(let byteCount):
            "A namespace's title has 1 to \(KVNamespace.maximumTitleByteCount) bytes; this one has \(byteCount)."
        case .closed: "The store is closed. Open it again."
        }
    }
}
