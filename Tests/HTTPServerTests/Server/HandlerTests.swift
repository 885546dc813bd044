import HTTPServer
import Synchronization
import Testing

@Suite("A handler")
struct HandlerTests {
    /// Lets handlers wait, as for a group commit, until so many do; then all go on. They go on too when it is broken
    /// off, so that a client which fails leaves no other waiting.
    private actor Gathering {
        private let size: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        private var isBrokenOff = false

        init(size: Int) { self.size = size }

        func join() async {
            guard !isBrokenOff else { return }
            await withCheckedContinuation { continuation in
                waiting.append(continuation)
                if waiting.count == size { release() }
            }
        }

        func breakOff() {
            isBrokenOff = true
            release()
        }

        private func release() {
            for one in waiting { one.resume() }
            waiting = []
        }
    }

    @Test("that waits holds no thread: 100 wait for one another")
    func waiting() async throws {
        let gathering = Gathering(size: 100)
        try await withServer {
            $0.add(.post, "/", bodyLimit: 10) { request in
                await gathering.join()
                return .bytes(request.body, contentType: "text/plain")
            }
        } _: { address, _ in
            await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        let answer = try? await RawClient.exchange(
                            address,
                            "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab"
                        )
                        #expect(answer?.hasSuffix("ab") == true, "\(answer ?? "not connected")")
                        if answer?.hasSuffix("ab") != true { await gathering.breakOff() }
                    }
                }
            }
        }
    }

    @Test("that throws is answered with 500 and reported")
    func throwing() async throws {
        struct Broken: Error {}
        let reports = Mutex<[String]>([])
        try await withServer {
            $0.report = { report in reports.withLock { $0.append("\(report)") } }
        } routes: {
            $0.add(.get, "/") { _ in throw Broken() }
        } _: { address, _ in
            let answer = try await RawClient.exchange(address, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 500 "))
        }
        #expect(reports.withLock { $0 } == ["GET / failed: Broken()"])
    }
}
