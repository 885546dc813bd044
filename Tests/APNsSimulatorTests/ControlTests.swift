import APNsSimulator
import HTTP2
import Testing

@Suite("A running simulator, when it is told to,")
struct ControlTests {
    @Test("sends GOAWAY, after it has answered what arrived")
    func goAway() async throws {
        let simulator = try startSimulator()
        let client = try Client(simulator)
        #expect(await client.answer()?.status == 200)
        simulator.goAway()
        // Whichever end is quicker closes the connection.
        let cause = await client.ended()
        #expect([.closed, .closedByPeer].contains(cause))
        #expect(client.goAways.map(\.lastStreamID) == [1])
    }

    @Test("cuts all connections, with requests under way")
    func drop() async throws {
        let simulator = try startSimulator { $0.rules = SimulatorRules([SimulatorRule(.silence)]) }
        let client = try Client(simulator)
        async let outcome = client.send()
        while simulator.counts.unanswered == 0 { await Task.yield() }
        simulator.dropConnections()
        #expect(await outcome == .lost(.connectionLost))
        #expect(await client.ended() == .reset)
    }

    @Test("speaks no HTTP/2")
    func noHTTP2() async throws {
        let simulator = try startSimulator { $0.speaksHTTP2 = false }
        #expect(try await Client(simulator).ended() == .tls(.noHTTP2))
    }

    @Test("shows a certificate that is expired, or is for another host")
    func certificates() async throws {
        let expired = try startSimulator { $0.validity = .expired }
        #expect(try await Client(expired).ended() == .tls(.certificateExpired))
        let foreign = try startSimulator { $0.hosts = ["api.push.apple.com"] }
        #expect(try await Client(foreign).ended() == .tls(.wrongHost("127.0.0.1")))
    }
}
