import Synchronization
import WorkersKV

/// An engine that can be told to fail its writes, as a full disk does.
final class FailingEngine: KVEngine {
    private let engine: LMDBEngine
    private let isFull = Mutex(false)

    init(_ engine: LMDBEngine) {
        self.engine = engine
    }

    func setFull(_ full: Bool) {
        isFull.withLock { $0 = full }
    }

    func read<Result>(_ body: (any KVEngineReader) -> Result) throws(KVError) -> Result {
        try engine.read(body)
    }

    func write<Result>(_ body: (any KVEngineWriter) throws(KVError) -> Result) throws(KVError) -> Result {
        if isFull.withLock({ $0 }) { throw .unavailable("The disk is full.") }
        return try engine.write(body)
    }

    func copy(toFile path: String) throws(KVError) { try engine.copy(toFile: path) }
    func byteCount() throws(KVError) -> Int { try engine.byteCount() }
    func checkPresence() throws(KVError) { try engine.checkPresence() }
    func maintain() throws(KVError) { try engine.maintain() }
    func close() { engine.close() }
}
