import Foundation
import Synchronization

@testable import PushyClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that keeps tokens as Pushy does, writes down each call, and answers or fails as it is told.
final class RecordedServer: PushyTransport {
    private struct State {
        var calls: [String] = []
        var tokens: [String: Bool] = [:]
        var answers: [Answer] = []
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
        var arrivals: [CheckedContinuation<Void, Never>] = []
    }

    enum Answer {
        case status(Int)
        /// The request never arrives.
        case lostOnTheWay
        /// The request is carried out, and its answer never arrives.
        case lostOnTheWayBack
    }

    private struct Body: Decodable {
        let token: String
        let pro: Bool?
        let environment: String?
    }

    private let state = Mutex(State())

    /// Each call as `METHOD token pro environment`.
    var calls: [String] { state.withLock { $0.calls } }
    /// The tokens that it holds, and whether they are pro.
    var tokens: [String: Bool] { state.withLock { $0.tokens } }

    /// How the next calls end; then all succeed again.
    func willAnswer(_ answers: Answer...) { state.withLock { $0.answers = answers } }

    /// Leaves calls waiting for their answer until ``release()``.
    func hold() { state.withLock { $0.isHeld = true } }

    /// Waits until a call is held.
    func arrival() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.held.isEmpty { state.arrivals.append(continuation) }
                return !state.held.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    func release() {
        let held = state.withLock { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func status(of request: URLRequest) async throws -> Int {
        let body = try JSONDecoder().decode(Body.self, from: request.httpBody ?? Data())
        let words = [request.httpMethod, body.token, body.pro.map { $0 ? "pro" : "free" }, body.environment]
        state.withLock { $0.calls.append(words.compactMap { $0 }.joined(separator: " ")) }
        if state.withLock({ $0.isHeld }) { await wait() }
        let answer = state.withLock { $0.answers.isEmpty ? .status(200) : $0.answers.removeFirst() }
        switch answer {
        case .status(200): keep(body)
        case .status(let status): return status
        case .lostOnTheWay: throw URLError(.notConnectedToInternet)
        case .lostOnTheWayBack:
            keep(body)
            throw URLError(.networkConnectionLost)
        }
        return 200
    }

    private func keep(_ body: Body) {
        state.withLock { $0.tokens[body.token] = body.pro }
    }

    private func wait() async {
        await withCheckedContinuation { continuation in
            let arrivals = state.withLock { state in
                state.held.append(continuation)
                defer { state.arrivals = [] }
                return state.arrivals
            }
            for arrival in arrivals { arrival.resume() }
        }
    }
}

/// A storage that outlives its clients, as user defaults do.
final class Memory: PushyStorage {
    private let data = Mutex<Data?>(nil)

    func load() -> Data? { data.withLock { $0 } }
    func save(_ data: Data) { self.data.withLock { $0 = data } }
}
