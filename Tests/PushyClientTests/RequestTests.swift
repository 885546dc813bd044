import Foundation
import Testing

@testable import PushyClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A request of the client")
struct RequestTests {
    private func request(_ step: RegistrationState.Step) throws -> URLRequest {
        let url = try #require(URL(string: "https://push.example.com/pushy"))
        return try step.request(to: url, appKey: "k")
    }

    @Test("registers with the headers and the members that the server documents")
    func register() throws {
        let registration = Registration(token: "0a", pro: true, environment: .sandbox, platform: .macos)
        let request = try request(.register(registration))
        #expect(request.httpMethod == "POST")
        #expect(request.url?.path == "/pushy/devices")
        #expect(request.value(forHTTPHeaderField: "X-App-Key") == "k")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(
            try members(of: request) == [
                "platform": .text("macos"), "device_token": .text("0a"), "pro": .flag(true),
                "environment": .text("sandbox"),
            ]
        )
    }

    @Test(
        "says whose the device is, or that it is nobody's",
        arguments: [(DeviceOwner.user("me"), Member.text("me")), (.nobody, .nothing)]
    )
    func owner(owner: DeviceOwner, member: Member) throws {
        let registration = Registration(token: "0a", pro: true, environment: .sandbox, owner: owner)
        #expect(try members(of: request(.register(registration)))["user_id"] == member)
    }

    @Test("removes by what the server calls the device, and by token alone where it has not said it")
    func remove() throws {
        let named = try request(.remove(token: "0a", id: "apns-x"))
        #expect(named.httpMethod == "DELETE")
        #expect(named.url?.path == "/pushy/devices/apns-x")
        #expect(named.httpBody == nil)
        let unnamed = try request(.remove(token: "0a", id: nil))
        #expect(unnamed.httpMethod == "DELETE")
        #expect(unnamed.url?.path == "/pushy/tokens")
        #expect(unnamed.httpBody == Data(#"{"token":"0a"}"#.utf8))
    }

    private func members(of request: URLRequest) throws -> [String: Member] {
        try JSONDecoder().decode([String: Member].self, from: #require(request.httpBody))
    }

    enum Member: Decodable, Equatable, Sendable {
        case text(String)
        case flag(Bool)
        case nothing

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }
}
