import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension RegistrationState.Step {
    /// The request that takes the step: `POST /tokens` or `DELETE /tokens`, each with a JSON body.
    ///
    /// - Throws: What the encoder throws, which it does not for these bodies.
    func request(to tokens: URL, appKey: String) throws -> URLRequest {
        var request = URLRequest(url: tokens)
        request.setValue(appKey, forHTTPHeaderField: "X-App-Key")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        switch self {
        case .register(let registration):
            request.httpMethod = "POST"
            request.httpBody = try JSONEncoder().encode(registration)
        case .remove(let token):
            request.httpMethod = "DELETE"
            request.httpBody = try JSONEncoder().encode(["token": token])
        }
        return request
    }
}
