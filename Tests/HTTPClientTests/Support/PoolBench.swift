import HTTP2
import ServiceStandIns
import Synchronization

@testable import HTTPClient

/// A server that follows a script, and a client that trusts it and whose clock the test sets.
struct PoolBench {
    let server: StandInServer
    let client: HTTPClient
    private let trust: StandInServer.TrustFile
    private let clock = Clock()

    private final class Clock: Sendable {
        private let moment = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { moment.withLock { $0 } }
        func advance(_ duration: Duration) { moment.withLock { $0 += duration } }
    }

    init(
        streamLimit: UInt32 = 100,
        script: @escaping StandInServer.Script = { _ in .answer(200) },
        configuring change: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) throws {
        server = try StandInServer(streamLimit: streamLimit, script: script)
        trust = try server.trustFile()
        var configuration = HTTPClient.Configuration()
        configuration.caFile = trust.path
        change(&configuration)
        client = HTTPClient(configuration: configuration) { [clock] in clock.now }
    }

    func request(_ path: String = "/", method: String = "POST", lane: String = "", patience: Duration? = nil)
        -> ClientRequest
    {
        var request = ClientRequest(method, server.url + path, body: method == "GET" ? [] : Array("body".utf8))
        request.lane = lane
        request.patience = patience
        return request
    }

    /// The status of an answer, or why there is none.
    func outcome(
        _ request: ClientRequest,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool = { true }
    ) async -> Result<Int, HTTPClientError> {
        do throws(HTTPClientError) {
            return .success(try await client.response(to: request, whileWanted: isStillWanted).status)
        } catch {
            return .failure(error)
        }
    }

    /// Sends so many at once.
    func outcomes(_ count: Int) async -> [Result<Int, HTTPClientError>] {
        await withTaskGroup { group in
            for number in 0..<count { group.addTask { await outcome(request("/\(number)")) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Lets time pass for the client.
    func pass(_ duration: Duration) {
        clock.advance(duration)
        client.lookAtClock()
    }

    /// Waits until so many more requests have arrived.
    func arrivals(_ count: Int) async {
        var missing = count
        for await _ in server.arrivals {
            missing -= 1
            if missing == 0 { return }
        }
    }
}

/// Does something to the first request alone.
func once(_ reply: StandInReply, after count: Int = 0) -> StandInServer.Script {
    let counter = Counter()
    return { _ in counter.next() == count ? reply : .answer(200) }
}
