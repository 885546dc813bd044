import CLMDB
import Foundation
import Synchronization

/// The embedded engine: a directory with one LMDB file, which any number of processes may read and one at a time write.
///
/// A commit is durable when it returns. The file grows as needed up to the map's size and never shrinks; deleted
/// pages are used again.
public final class LMDBEngine: KVEngine {
    /// Who opens the directory.
    public enum Access: Sendable {
        /// The server: creates the directory (mode 0700) when it is missing, and is the only server in it.
        case server
        /// A command beside a server, running or not: the store must exist.
        case command
    }

    /// The greatest size of the file, in bytes, unless told otherwise. Only what is used takes space; 64 GiB hold two
    /// hundred million tokens and are within every address space that a container is given.
    public static let defaultMapByteCount = 64 << 30

    private let environment: LMDBEnvironment
    private let presence: FilePresence
    private let gate = OpenGate()
    private let openedDirectory: OpenedDirectory
    private let lock: Mutex<ServerLock?>

    /// Opens the directory.
    ///
    /// - Throws: ``KVError/busy(directory:)``, ``KVError/missing(directory:)``, ``KVError/incompatible(_:)``,
    ///   ``KVError/damaged(_:)`` or ``KVError/unavailable(_:)``.
    public init(
        directory: String,
        access: Access,
        mapByteCount: Int = LMDBEngine.defaultMapByteCount
    ) throws(KVError) {
        switch access {
        case .server: try Self.create(directory)
        case .command:
            guard FileManager.default.fileExists(atPath: directory + "/data.mdb") else {
                throw .missing(directory: directory)
            }
        }
        openedDirectory = try OpenedDirectory(directory)
        lock = Mutex(access == .server ? try ServerLock(directory: directory) : nil)
        try Self.checkFile(in: directory)
        environment = try LMDBEnvironment(directory: directory, mapByteCount: mapByteCount)
        presence = try FilePresence(directory + "/data.mdb")
        if access == .server { openedDirectory.makeNamesDurable() }
    }

    deinit {
        close()
    }

    public func read<Result>(_ body: (any KVEngineReader) -> Result) throws(KVError) -> Result {
        try gate.pass { () throws(KVError) in
            let transaction = try LMDBTransaction.reading(environment.pointer)
            let result = body(LMDBSnapshot(transaction: transaction.pointer, tables: environment.tables))
            _ = consume transaction
            return result
        }
    }

    public func write<Result>(_ body: (any KVEngineWriter) throws(KVError) -> Result) throws(KVError) -> Result {
        try gate.pass { () throws(KVError) in
            try presence.check()
            let transaction = try LMDBTransaction.writing(environment.pointer)
            let snapshot = LMDBSnapshot(transaction: transaction.pointer, tables: environment.tables)
            let pageCount = try snapshot.pageCount()
            let writer = LMDBWriter(snapshot)
            let outcome = Swift.Result { () throws(KVError) in try body(writer) }
            // What fails first says what happened; what fails after it only says that something had.
            if let failure = writer.failure { throw failure }
            let result = try outcome.get()
            try environment.reserve.check(growthFrom: pageCount, to: snapshot.pageCount(), deletes: writer.hasDeleted)
            try transaction.commit()
            return result
        }
    }

    public func checkPresence() throws(KVError) {
        try gate.pass { () throws(KVError) in try presence.check() }
    }

    /// Lends LMDB's environment to a call that needs no transaction of ours.
    func withEnvironment<Result>(_ body: (OpaquePointer) throws(KVError) -> Result) throws(KVError) -> Result {
        try gate.pass { () throws(KVError) in try body(environment.pointer) }
    }

    public func close() {
        guard gate.close() else { return }
        environment.close()
        lock.withLock { $0 = nil }
        openedDirectory.release()
    }

    private static func checkFile(in directory: String) throws(KVError) {
        let path = directory + "/data.mdb"
        guard FileManager.default.fileExists(atPath: path) else { return }
        try LMDBFile(path).checkSize()
    }

    static func create(_ directory: String) throws(KVError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .unavailable("The data directory \(directory) cannot be created: \(error.localizedDescription)")
        }
    }
}
