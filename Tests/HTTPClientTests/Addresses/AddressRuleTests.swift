import HTTPClient
import Testing

@Suite("The rule for addresses")
struct AddressRuleTests {
    @Test(
        "takes addresses of the public internet",
        arguments: ["8.8.8.8", "172.32.0.1", "100.128.0.1", "192.0.1.1", "2a00:1450:4001::1", "64:ff9b::808:808"]
    )
    func publicAddresses(text: String) throws {
        #expect(try #require(NetworkAddress(text)).isPublic)
    }

    @Test(
        "takes none of this machine, a private or shared network, a link, a group, a document, or inside another",
        arguments: [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
            "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1",
            "::ffff:8.8.8.8", "::ffff:127.0.0.1", "::8.8.8.8", "fe80::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1",
            "2001:db8::1", "2001::1", "2002:7f00:1::1", "3fff::1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1",
            "100::1",
        ]
    )
    func otherAddresses(text: String) throws {
        #expect(try !#require(NetworkAddress(text)).isPublic)
    }

    @Test(
        "holds for the address that a name leads to, however it is written",
        arguments: ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "2130706433", "127.1"]
    )
    func connecting(host: String) async throws {
        let bench = try PoolBench(configuring: { $0.addresses = .publicOnly(except: []) })
        var request = bench.request()
        request.url = "https://\(host):\(bench.server.port)/"
        guard case .failure(.forbiddenAddress) = await bench.outcome(request) else {
            Issue.record("the connection was begun")
            return
        }
    }

    @Test("lets a host that was named with its port through, and the same host at another port not")
    func exceptions() async throws {
        let server = try PoolBench()
        let bench = try PoolBench(configuring: { configuration in
            configuration.addresses = .publicOnly(except: [HostPort(host: "LocalHost", port: server.server.port)])
            configuration.caFile = server.client.configuration.caFile
        })
        #expect(await bench.outcome(server.request()) == .success(200))
        guard case .failure(.forbiddenAddress) = await bench.outcome(bench.request()) else {
            Issue.record("the connection was begun")
            return
        }
    }
}
