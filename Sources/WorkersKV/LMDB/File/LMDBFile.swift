import Foundation

/// LMDB's file, read and not mapped: LMDB believes what a page says, and a process that touches a mapped page which the
/// file does not have is killed. So a file is looked at before LMDB maps it.
final class LMDBFile {
    let path: String
    private let descriptor: Int32

    /// - Throws: ``KVError/unavailable(_:)``.
    init(_ path: String) throws(KVError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.cannotRead(path) }
    }

    deinit {
        _ = close(descriptor)
    }

    /// Whether it begins as a file of LMDB's does, sound or not.
    var isLMDB: Bool {
        get throws(KVError) { LMDBMeta.isBegun(in: try page(0, pageByteCount: LMDBMeta.byteCount)) }
    }

    /// Checks that LMDB can map the file: its newest state is whole.
    ///
    /// Costs two reads but when the file is shorter than its state. LMDB leaves it so when the last pages were freed
    /// before they were ever written, and only a walk through the trees tells that from a file which was cut.
    ///
    /// - Throws: ``KVError/damaged(_:)``, or ``KVError/incompatible(_:)`` when it is no file of LMDB's.
    func checkSize() throws(KVError) {
        // A process that writes meanwhile shows by it that the file is sound, and takes the pages away under the walk.
        for _ in 0..<3 {
            let meta = try newestMeta()
            let pageCount = try pageCount(of: meta)
            guard pageCount < meta.pageCount else { return }
            do throws(KVError) {
                var walk = LMDBWalk(through: self, pageCount: pageCount, meta)
                return try walk.checkTrees()
            } catch {
                guard try newestMeta().transaction != meta.transaction else { throw error }
            }
        }
    }

    /// Checks every page of the newest state, and that it holds the store's tables. Nobody may write to the file.
    ///
    /// - Throws: ``KVError/damaged(_:)``, or ``KVError/incompatible(_:)`` when it is no store.
    func checkAll() throws(KVError) {
        let meta = try newestMeta()
        var walk = LMDBWalk(through: self, pageCount: try pageCount(of: meta), meta)
        try walk.checkTrees()
        guard walk.tables.isSuperset(of: LMDBTables.names) else { throw foreign }
    }

    /// The page, or its front; shorter than asked at the file's end.
    func page(_ number: UInt64, pageByteCount: Int, reading byteCount: Int? = nil) throws(KVError) -> LMDBPage {
        var result = 0
        let offset = off_t(clamping: number.multipliedReportingOverflow(by: UInt64(pageByteCount)).partialValue)
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount ?? pageByteCount) { buffer, count in
            repeat {
                result = pread(descriptor, buffer.baseAddress, buffer.count, offset)
            } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        guard result >= 0 else { throw Self.cannotRead(path) }
        return LMDBPage(bytes: bytes)
    }

    /// What is said of a file that is not whole.
    func damaged(_ what: String) -> KVError {
        .damaged("\(path) is damaged: \(what). Restore a backup into an empty directory, and use that.")
    }

    /// What is said after a call of the system failed.
    static func cannotRead(_ path: String) -> KVError {
        switch errno {
        case ENOENT: .unavailable("There is no file \(path). Name one that a backup wrote.")
        case EACCES, EPERM: .unavailable("\(path) cannot be read. Give this user the right to read it.")
        case let code: .unavailable("\(path) cannot be read: \(String(cString: strerror(code))). Check the disk.")
        }
    }

    private var foreign: KVError {
        .incompatible(
            "\(path) is no store of this program, or its beginning is damaged. Choose another directory, or restore a "
                + "backup into an empty one."
        )
    }

    private func newestMeta() throws(KVError) -> LMDBMeta {
        let first = try page(0, pageByteCount: LMDBMeta.byteCount)
        guard !first.bytes.isEmpty else {
            throw .damaged(
                "\(path) is empty, so what it held is lost. Restore a backup into an empty directory, and use that; or "
                    + "delete this file to begin a new store."
            )
        }
        guard first.bytes.count == LMDBMeta.byteCount else { throw damaged("it was cut short") }
        guard let meta = LMDBMeta(first) else { throw foreign }
        let second = try page(1, pageByteCount: meta.pageByteCount, reading: LMDBMeta.byteCount)
        guard second.bytes.count == LMDBMeta.byteCount else { throw damaged("it was cut short") }
        guard let other = LMDBMeta(second), other.pageByteCount == meta.pageByteCount else {
            throw damaged("its second page is illegible")
        }
        return other.transaction > meta.transaction ? other : meta
    }

    /// How many whole pages the file has.
    private func pageCount(of meta: LMDBMeta) throws(KVError) -> UInt64 {
        let end = lseek(descriptor, 0, SEEK_END)
        let count = UInt64(max(0, end)) / UInt64(meta.pageByteCount)
        guard count >= 2 else { throw damaged("it was cut short") }
        return count
    }
}
