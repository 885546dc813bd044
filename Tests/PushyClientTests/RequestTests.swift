import Foundation
import Testing

@testable import PushyClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A request of the client")
struct RequestTests {
    private func request(_ step: RegistrationState.Step) throws -> URLRequest {
        let url = try #require(URL(string: "https://push.example.com/tokens"))
        return try step.request(to: url, appKey: "k")
    }

    @Test("registers with the headers and the members that the server documents")
    func register() throws {
        let request = try request(.register(Registration(token: "0a", pro: true, environment: .sandbox)))
        #expect(request.httpMethod == "POST")
        #expect(request.value(forHTTPHeaderField: "X-App-Key") == "k")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        let body = try JSONDecoder().decode([String: Member].self, from: #require(request.httpBody))
        #expect(body == ["token": .text("0a"), "pro": .flag(true), "environment": .text("sandbox")])
    }

    @Test("removes by token alone")
    func remove() throws {
        let request = try request(.remove(token: "0a"))
        #expect(request.httpMethod == "DELETE")
        #expect(request.httpBody == Data(#"{"token":"0a"}"#.utf8))
    }

    private enum Member: Decodable, Equatable {
        case text(String)
        case flag(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }
}
