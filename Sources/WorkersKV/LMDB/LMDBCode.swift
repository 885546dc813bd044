import CLMDB
import Foundation

/// The one place where LMDB's result codes become errors that say what to do.
enum LMDBCode {
    /// Lets success pass.
    static func check(_ code: Int32) throws(KVError) {
        guard code != MDB_SUCCESS else { return }
        throw error(code)
    }

    /// Lets success pass as true and a missing key as false.
    static func checkFound(_ code: Int32) throws(KVError) -> Bool {
        if code == MDB_NOTFOUND { return false }
        try check(code)
        return true
    }

    /// The store's map has no room left for more.
    static let full = KVError.unavailable(
        "The store has reached its greatest size. Delete keys, or open it with a larger map."
    )

    private static func error(_ code: Int32) -> KVError {
        switch code {
        case MDB_MAP_FULL: full
        case ENOSPC, EDQUOT, EFBIG:
            .unavailable("The disk that holds the store is full. Free some space; nothing else is needed.")
        case EIO:
            // LMDB says so for a write that came out short, which is how a disk that is just full shows first.
            .unavailable("The disk that holds the store is full or failing. Free some space, then check its health.")
        case ENOMEM:
            .unavailable("There is not enough memory for the store's map. Allow more address space, or a smaller map.")
        case EACCES, EPERM, EROFS:
            .unavailable("The store's files may not be opened. Give this user the right to read and write them.")
        case MDB_READERS_FULL:
            .unavailable("Too many reads are under way at once. Try again.")
        case MDB_PANIC:
            .unavailable("The store failed while it wrote and must be opened anew. Restart the server.")
        case MDB_INVALID, MDB_VERSION_MISMATCH:
            .incompatible("The data directory does not hold a store of this program. Choose another directory.")
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND:
            .damaged("The store's file is damaged. Restore a backup into an empty directory, and use that.")
        default:
            .unavailable("The store failed: \(String(cString: mdb_strerror(code))). Try again, then check the disk.")
        }
    }
}
