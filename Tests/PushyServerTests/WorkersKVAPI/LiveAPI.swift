import Foundation
import Synchronization
import Testing

@testable import PushyServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The API served on a port of its own, over a store of its own that goes with it.
struct LiveAPI: Sendable {
    static let key = "the owner's key"

    let store: KVStore
    let clock: Clock
    private let base: String

    /// Runs a test against a fresh server.
    static func run(
        budget: KVBudget = KVBudget(plan: .unlimited),
        _ test: (LiveAPI) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "pushy-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let clock = Clock()
        let store = try await KVStore.open(
            engine: try LMDBEngine(directory: directory.path, access: .server),
            budget: budget,
            maintenance: nil,
            now: { clock.now }
        )
        var router = Router()
        let admission = BearerAdmission(key: AccessKey(key), guesses: GuessLimit(delay: .zero, uptime: { .zero }))
        router.addWorkersKV(store, admission: { admission($0) }, now: { clock.now })
        var configuration = HTTPServer.Configuration()
        configuration.port = 0
        let server = HTTPServer(router: router, configuration: configuration)
        let address = try server.start()
        try await test(LiveAPI(store: store, clock: clock, base: "http://\(address)/client/v4"))
        await server.stop(grace: .seconds(1))
        try await store.close()
    }

    /// A clock that stands until it is moved.
    final class Clock: Sendable {
        private let moment = Mutex((try? Date("2026-11-30T05:00:00Z", strategy: .iso8601)) ?? .distantPast)

        var now: Date { moment.withLock { $0 } }
        var unixSeconds: Int { Int(now.timeIntervalSince1970) }

        func advance(bySeconds seconds: Double) {
            moment.withLock { $0 += seconds }
        }
    }

    /// Sends a request to an address beneath the namespaces of some account.
    func send(
        _ method: String,
        _ path: String = "",
        body: [UInt8]? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await sendAnywhere(method, "/accounts/any/storage/kv/namespaces" + path, body: body, headers: headers)
    }

    func send(_ method: String, _ path: String = "", json: String) async throws -> Answer {
        try await send(method, path, body: Array(json.utf8), headers: ["Content-Type": "application/json"])
    }

    func sendAnywhere(
        _ method: String,
        _ path: String,
        body: [UInt8]? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: base + path)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0) }
        request.setValue("Bearer \(Self.key)", forHTTPHeaderField: "Authorization")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        return Answer(response: try #require(response as? HTTPURLResponse), body: Array(data))
    }

    /// The address of a namespace of this title, which is made for it.
    func namespace(_ title: String = "test") async throws -> String {
        "/" + (try await store.namespace(titled: title).id)
    }
}

/// What came back.
struct Answer {
    let status: Int
    let body: [UInt8]
    private let response: HTTPURLResponse

    init(response: HTTPURLResponse, body: [UInt8]) {
        self.response = response
        status = response.statusCode
        self.body = body
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON; null when it is none.
    var json: JSONValue { (try? JSONValue(reading: body)) ?? .null }

    var result: JSONValue? { json["result"] }

    /// The code of the first error; nil when the envelope says success.
    var code: Int64? { error?["code"]?.integer }

    var message: String? { error?["message"]?.text }

    func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }

    private var error: JSONValue? {
        guard json["success"] == false, case .array(let errors) = json["errors"] else { return nil }
        return errors.first
    }
}

extension JSONValue {
    var integer: Int64? { if case .number(let number) = self { number.integer } else { nil } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
