import Foundation
import Testing
import WorkersKV

@testable import pushy

@Suite("pushy backup and pushy restore")
struct BackupTests {
    private let directory: TemporaryDirectory
    private let data: String

    init() throws {
        directory = try TemporaryDirectory()
        data = "\(directory.path)/data"
    }

    /// Puts a word into a store as a server does, or reads it there.
    private func word(in data: String, setting word: String? = nil) async throws -> String? {
        let store = try await KVStore.open(engine: LMDBEngine(directory: data, access: .server), maintenance: nil)
        let namespace = try await store.namespace(titled: "words")
        let key = try KeyName("word")
        if let word {
            try await store.commit { transaction throws(KVError) in
                try transaction.put(Array(word.utf8), for: key, in: namespace, charge: .exempt)
            }
        }
        let value = try await store.read { transaction throws(KVError) in try transaction.value(of: key, in: namespace)
        }
        try await store.close()
        return value.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("bring a moment of the store back into another directory")
    func roundTrip() async throws {
        _ = try await word(in: data, setting: "before")
        let copy = "\(directory.path)/copy.mdb"
        #expect(await run("backup", copy, "--data", data).exitCode == .success)
        _ = try await word(in: data, setting: "after")

        let outcome = await run("restore", copy, "--data", "\(directory.path)/restored")
        #expect(outcome.exitCode == .success)
        #expect(outcome.notes == "using the data directory \(directory.path)/restored, by --data\n")
        #expect(try await word(in: "\(directory.path)/restored") == "before")
    }

    @Test("leave alone what is there")
    func nothingReplaced() async throws {
        _ = try await word(in: data, setting: "kept")
        let copy = try directory.file("copy.mdb", holding: "mine")
        #expect(await run("backup", copy, "--data", data).exitCode == .failure)
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "mine")
        #expect(await run("restore", copy, "--data", data).exitCode == .failure)
        #expect(try await word(in: data) == "kept")
    }

    @Test("name the file that is no copy, or is not there, and leave nothing behind")
    func wrongFile() async throws {
        let target = "\(directory.path)/restored"
        for text in ["", "mine", String(repeating: "mine", count: 10_000)] {
            let file = try directory.file("notes.txt", holding: text)
            let wrong = await run("restore", file, "--data", target)
            #expect(wrong.exitCode == .failure)
            #expect(
                wrong.notes.hasSuffix("pushy: \(file) is not a copy of a store. Name a file that a backup wrote.\n")
            )
        }
        let missing = await run("restore", "\(directory.path)/nope", "--data", target)
        #expect(
            missing.notes.hasSuffix("pushy: There is no file \(directory.path)/nope. Name one that a backup wrote.\n")
        )
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("name the folder that is not there")
    func noFolder() async throws {
        _ = try await word(in: data, setting: "kept")
        let outcome = await run("backup", "\(directory.path)/nowhere/copy.mdb", "--data", data)
        #expect(outcome.exitCode == .failure)
        #expect(outcome.notes.contains("The folder \(directory.path)/nowhere does not exist. Make it, or name "))
    }

    @Test("find a bit that flipped, say so, and leave room for a sound copy")
    func damage() async throws {
        _ = try await word(in: data, setting: "kept")
        let copy = "\(directory.path)/copy.mdb"
        _ = await run("backup", copy, "--data", data)
        let sound = try Data(contentsOf: URL(fileURLWithPath: copy))
        var damaged = sound
        damaged[damaged.count / 2] ^= 1
        try damaged.write(to: URL(fileURLWithPath: copy))
        let restored = "\(directory.path)/restored"
        let outcome = await run("restore", copy, "--data", restored)
        #expect(outcome.exitCode == .failure)
        #expect(outcome.notes.contains("\(copy) is damaged"))
        try sound.write(to: URL(fileURLWithPath: copy))
        #expect(await run("restore", copy, "--data", restored).exitCode == .success)
        #expect(try await word(in: restored) == "kept")
    }

    @Test("refuse a data directory that is not there, or holds no store")
    func nothingThere() async {
        let missing = await run("backup", "copy.mdb", "--data", "\(directory.path)/elsewhere")
        #expect(missing.exitCode == .configuration)
        let empty = await run("backup", "copy.mdb", "--data", directory.path)
        #expect(empty.exitCode == .failure)
        #expect(empty.notes.contains("There is no store in \(directory.path)."))
    }
}
