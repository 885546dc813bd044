import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension RegistrationState.Step {
    /// The request that takes the step: `POST /devices`, and `DELETE /devices/{id}` or, where the server has not said what it
    /// calls the device, `DELETE /tokens`.
    ///
    /// - Throws: What the encoder throws, which it does not for these bodies.
    func request(to server: URL, appKey: String) throws -> URLRequest {
        switch self {
        case .register(let registration):
            try Self.request("POST", server.appendingPathComponent("devices"), appKey, DeviceBody(registration))
        case .remove(_, let id?):
            Self.request("DELETE", server.appendingPathComponent("devices").appendingPathComponent(id), appKey)
        case .remove(let token, nil):
            try Self.request("DELETE", server.appendingPathComponent("tokens"), appKey, ["token": token])
        }
    }

    private static func request(_ method: String, _ address: URL, _ appKey: String) -> URLRequest {
        var request = URLRequest(url: address)
        request.httpMethod = method
        request.setValue(appKey, forHTTPHeaderField: "X-App-Key")
        return request
    }

    private static func request(
        _ method: String,
        _ address: URL,
        _ appKey: String,
        _ body: some Encodable
    ) throws -> URLRequest {
        var request = request(method, address, appKey)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(body)
        return request
    }
}

/// A registration as the server reads it.
private struct DeviceBody: Encodable {
    private let registration: Registration

    init(_ registration: Registration) {
        self.registration = registration
    }

    private enum Member: String, CodingKey {
        case platform, environment, pro
        case token = "device_token"
        case user = "user_id"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(registration.platform, forKey: .platform)
        try container.encode(registration.token, forKey: .token)
        try container.encode(registration.environment, forKey: .environment)
        try container.encode(registration.pro, forKey: .pro)
        switch registration.owner {
        case .unnamed: break
        case .nobody: try container.encodeNil(forKey: .user)
        case .user(let user): try container.encode(user, forKey: .user)
        }
    }
}
