import APNsSimulator
import Foundation
import HTTP2
import Testing

@Suite("A simulator that starts")
struct StartTests {
    @Test("keeps its authority in a file, and uses it again")
    func authority() async throws {
        let folder = try TemporaryFolder()
        let first = try startSimulator { $0.authorityFile = folder.path("ca.pem") }
        let text = try Array(Data(contentsOf: URL(fileURLWithPath: folder.path("ca.pem"))))
        #expect(text == first.authorityText)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("ca.pem.key"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        let second = try startSimulator { $0.authorityFile = folder.path("ca.pem") }
        #expect(second.authorityText == text)
        #expect(try await Client(second).answer()?.status == 200)
    }

    @Test("says that its port is in use")
    func portInUse() throws {
        let first = try startSimulator()
        let endpoint = try #require(first.endpoint)
        #expect(throws: SimulatorFailure.listening(.addressInUse(endpoint))) {
            try startSimulator { $0.listen = endpoint }
        }
    }

    @Test("says that its log cannot be written")
    func log() {
        #expect(throws: SimulatorFailure.file(path: "/nowhere/log", reason: "No such file or directory")) {
            try startSimulator { $0.logFile = "/nowhere/log" }
        }
    }

    @Test("stops, cuts its connections, and leaves its port free")
    func stop() async throws {
        let simulator = try startSimulator()
        let endpoint = try #require(simulator.endpoint)
        let client = try Client(simulator)
        #expect(await client.answer()?.status == 200)
        await simulator.stop()
        let again = try startSimulator { $0.listen = endpoint }
        #expect(try await Client(again).answer()?.status == 200)
    }

    @Test("answers each request after its latency, a thousand at once in about the same time")
    func latency() async throws {
        let simulator = try startSimulator { $0.latency = .milliseconds(50) }
        let client = try Client(simulator)
        let start = MonotonicTime.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1_000 {
                group.addTask { #expect(await client.answer()?.status == 200) }
            }
        }
        #expect(MonotonicTime.now.since(start) >= .milliseconds(50))
        #expect(simulator.counts.accepted == 1_000)
    }
}
