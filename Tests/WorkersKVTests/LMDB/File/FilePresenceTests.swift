import Foundation
import Testing

@testable import WorkersKV

@Suite("A store whose file was taken away while it was open")
struct FilePresenceTests {
    @Test("keeps nothing more, says so, and goes on when the file is put back")
    func moved() async throws {
        let temporary = try await TemporaryStore()
        let tokens = try await temporary.store.namespace(titled: "tokens")
        let path = temporary.directory + "/data.mdb"
        try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        for isReplaced in [false, true] {
            if isReplaced { try FileManager.default.copyItem(atPath: path + ".away", toPath: path) }
            #expect(throws: KVError.self) { try temporary.store.checkPresence() }
            let error = await #expect(throws: KVError.self) {
                try await temporary.store.commit { try $0.put([1], for: KeyName("lost"), in: tokens) }
            }
            guard case .unavailable(let sentence) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(sentence.contains("data.mdb was deleted, moved or replaced"))
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        try temporary.store.checkPresence()
        try await temporary.store.commit { try $0.put([1], for: KeyName("kept"), in: tokens) }
        #expect(try await temporary.store.value(of: KeyName("lost"), in: tokens) == nil)
    }
}
