import FCM
import HTTPClient
import JSON
import ServiceStandIns

/// What `FCM` makes.
enum FCMProbe {
    /// A request for an access token, and the account that makes it.
    static func assertion() async throws -> JSONValue {
        let service = try FCMStandIn()
        let trust = try service.server.trustFile()
        var configuration = HTTPClient.Configuration()
        configuration.caFile = trust.path
        let client = FCMClient(
            account: try ServiceAccount(service.account),
            over: HTTPClient(configuration: configuration),
            at: try FCMEndpoint(url: service.server.url)
        )
        _ = await client.send(try FCMMessage(JSONObject()), to: .token("a-device"))
        await service.server.stop()
        guard let request = service.tokenRequests.first else { throw ProbeFault("nobody asked for a token") }
        return ["account": service.account, "form": .string(String(decoding: request.body, as: UTF8.self))]
    }

    /// The bodies of a message, or why there is none.
    static func write(_ request: ProbeRequest) throws -> JSONValue {
        guard case .object(let members) = try request.value("message") else { throw ProbeFault("message is no object") }
        do throws(FCMRefusal) {
            let message = try FCMMessage(members)
            let targets: [FCMTarget] = [.token("a\"b"), .installation("a"), .topic("a"), .condition("'a' in topics")]
            var bodies = targets.map { message.body(for: $0) }
            bodies.append(message.trialBody(for: .token("a")))
            return ["bodies": .array(bodies.map { .string(String(decoding: $0, as: UTF8.self)) })]
        } catch {
            return ["refusal": .string("\(error)")]
        }
    }

    /// Sends one message so many times, so many at once.
    static func send(_ request: ProbeRequest) async throws -> JSONValue {
        var configuration = HTTPClient.Configuration()
        configuration.caFile = try request.text("caFile")
        let client = FCMClient(
            account: try ServiceAccount(request.value("account")),
            over: HTTPClient(configuration: configuration),
            at: try FCMEndpoint(url: request.text("url"))
        )
        guard case .object(let members) = try request.value("message") else { throw ProbeFault("message is no object") }
        let message = try FCMMessage(members)
        return try await Load(request).run {
            guard case .accepted = await client.send(message, to: .token("a-device")) else { return false }
            return true
        }
    }
}
