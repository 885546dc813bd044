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
        /// The request comes too soon after another, and may come again in so many seconds.
        case tooSoon(seconds: Int)
    }

    /// What a request says.
    private struct Call {
        let method: String
        let token: String
        let id: String?
        let pro: Bool?
        let words: [String?]

        init(_ request: URLRequest) throws {
            method = request.httpMethod ?? ""
            let path = request.url?.pathComponents ?? []
            let body = try request.httpBody.map { try JSONDecoder().decode(Body.self, from: $0) }
            id = method == "DELETE" && path.dropLast().last == "devices" ? path.last : nil
            token = body?.token ?? String((id ?? "").dropFirst("apns-".count))
            pro = body?.pro
            words = [method, id ?? token, pro.map { $0 ? "pro" : "free" }, body?.environment, body?.owner]
        }
    }

    private struct Body: Decodable {
        let token: String?
        let pro: Bool?
        let environment: String?
        /// `of me`, or `of nobody`; nothing where the body is silent.
        let owner: String?

        private enum Member: String, CodingKey {
            case token, pro, environment
            case deviceToken = "device_token"
            case user = "user_id"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Member.self)
            token =
                try container.decodeIfPresent(String.self, forKey: .deviceToken)
                ?? container.decodeIfPresent(String.self, forKey: .token)
            pro = try container.decodeIfPresent(Bool.self, forKey: .pro)
            environment = try container.decodeIfPresent(String.self, forKey: .environment)
            let user = try container.decodeIfPresent(String.self, forKey: .user)
            owner = container.contains(.user) ? "of \(user ?? "nobody")" : nil
        }
    }

    private let state = Mutex(State())

    /// Each call as `METHOD token pro environment owner`, or with the device's id in place of the token.
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

    func answer(to request: URLRequest) async throws -> PushyAnswer {
        let call = try Call(request)
        state.withLock { $0.calls.append(call.words.compactMap { $0 }.joined(separator: " ")) }
        if state.withLock({ $0.isHeld }) { await wait() }
        let answer = state.withLock { $0.answers.isEmpty ? .status(200) : $0.answers.removeFirst() }
        switch answer {
        case .status(200): keep(call)
        case .status(let status): return PushyAnswer(status: status)
        case .tooSoon(let seconds): return PushyAnswer(status: 429, retryAfterSeconds: seconds)
        case .lostOnTheWay: throw URLError(.notConnectedToInternet)
        case .lostOnTheWayBack:
            keep(call)
            throw URLError(.networkConnectionLost)
        }
        let body = call.method == "POST" ? #"{"id":"apns-\#(call.token)","status":"registered"}"# : "{}"
        return PushyAnswer(status: 200, body: Data(body.utf8))
    }

    private func keep(_ call: Call) {
        state.withLock { $0.tokens[call.token] = call.pro }
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
