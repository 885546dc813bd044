import Foundation
import Testing

@testable import WorkersKV

@Suite("Restoring a copy of the store")
struct RestoreTests {
    private let temporary: TemporaryStore
    private let copy: String
    private let directory: String

    init() async throws {
        temporary = try await TemporaryStore()
        copy = temporary.directory + "/copy"
        directory = temporary.directory + "/restored"
        let binding = try await temporary.binding()
        try await binding.put([UInt8](repeating: 1, count: 20_000), for: KeyName("large"))
        try await temporary.store.commit { [tokens = binding.namespace] transaction in
            for index in 1000..<2000 { try transaction.put([1, 2], for: KeyName("token\(index)"), in: tokens) }
        }
        try await temporary.store.copy(toFile: copy)
    }

    enum Damage: CaseIterable {
        case none, half, lessOnePage, lessOneByte, metaPagesAlone, fewBytes, flippedBit, flippedBitInSeal,
            zeroedPage
        case longer, unsealedHalf, unsealedZeroedPage

        func apply(to bytes: inout Data) {
            let seal = CopySeal.byteCount
            switch self {
            case .none: break
            case .half: bytes.removeLast(bytes.count / 2)
            case .lessOnePage: bytes.removeLast(4096)
            case .lessOneByte: bytes.removeLast()
            case .metaPagesAlone: bytes = bytes.prefix(8192)
            case .fewBytes: bytes = bytes.prefix(100)
            case .flippedBit: bytes[bytes.count / 2] ^= 4
            case .flippedBitInSeal: bytes[bytes.count - seal] ^= 4
            case .zeroedPage: bytes.replaceSubrange(12_288..<16_384, with: Data(count: 4096))
            case .longer: bytes.append(contentsOf: "tail".utf8)
            case .unsealedHalf: bytes = bytes.prefix((bytes.count - seal) / 8192 * 4096)
            case .unsealedZeroedPage:
                bytes.removeLast(seal + 4096)
                bytes.append(Data(count: 4096))
            }
        }
    }

    @Test("finds damage, leaves nothing behind, and takes a sound copy afterwards", arguments: Damage.allCases)
    func damage(_ damage: Damage) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
        damage.apply(to: &bytes)
        let file = temporary.directory + "/damaged"
        try bytes.write(to: URL(fileURLWithPath: file))
        if damage != .none {
            let error = #expect(throws: KVError.self) {
                try LMDBEngine.restore(fromFile: file, toDirectory: directory)
            }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(!FileManager.default.fileExists(atPath: directory))
        }
        try LMDBEngine.restore(fromFile: copy, toDirectory: directory)
        try LMDBEngine(directory: directory, access: .server).close()
    }

    @Test("takes a plain copy, as LMDB's own tools write it, when all its pages are sound")
    func plainCopy() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: copy)).dropLast(CopySeal.byteCount)
        #expect(bytes.count % 4096 == 0)
        let file = temporary.directory + "/plain"
        try bytes.write(to: URL(fileURLWithPath: file))
        try LMDBEngine.restore(fromFile: file, toDirectory: directory)
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory + "/data.mdb")) == bytes)
    }

    @Test("takes no file that is something else", arguments: [0, 7, 8192, 10_000])
    func foreign(byteCount: Int) throws {
        let file = temporary.directory + "/foreign"
        try Data(repeating: 7, count: byteCount).write(to: URL(fileURLWithPath: file))
        let error = #expect(throws: KVError.self) { try LMDBEngine.restore(fromFile: file, toDirectory: directory) }
        guard case .incompatible = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(throws: KVError.self) {
            try LMDBEngine.restore(fromFile: temporary.directory, toDirectory: directory)
        }
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test("leaves a directory that was there as it was")
    func failureInDirectory() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: directory + "/note"))
        #expect(throws: KVError.self) {
            try LMDBEngine.restore(fromFile: directory + "/note", toDirectory: directory)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["note"])
    }

    @Test("waits for no server that uses the directory, even when its file is gone")
    func served() throws {
        try FileManager.default.removeItem(atPath: temporary.directory + "/data.mdb")
        #expect(throws: KVError.busy(directory: temporary.directory)) {
            try LMDBEngine.restore(fromFile: copy, toDirectory: temporary.directory)
        }
    }
}
