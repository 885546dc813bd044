import HTTPServer
import PushyCore

extension WorkersKVAPI {
    /// The value's bytes, without an envelope.
    func getValue(_ request: HTTPRequest) async throws -> HTTPResponse {
        let entry = try await entry(of: request)
        var response = HTTPResponse.bytes(entry.value, contentType: "application/octet-stream")
        if let expiration = entry.expiration { response.headers["expiration"] = String(expiration) }
        return response
    }

    func putValue(_ request: HTTPRequest) async throws -> HTTPResponse {
        let key = try Self.key(request)
        let expiration = try Self.expiration(request.query)
        let upload = try ValueUpload(request)
        try await binding(of: request)
            .put(upload.value, for: key, expiration: expiration, metadata: upload.metadata)
        return .result([:])
    }

    func deleteValue(_ request: HTTPRequest) async throws -> HTTPResponse {
        let key = try Self.key(request)
        try await binding(of: request).delete(key)
        return .result([:])
    }

    /// The metadata itself; (?) null when the key has none.
    func getMetadata(_ request: HTTPRequest) async throws -> HTTPResponse {
        .result(try await entry(of: request).metadata?.text ?? nil)
    }

    /// The namespace that the address names, as a Worker would have it bound.
    func binding(of request: HTTPRequest) async throws -> KVBinding {
        KVBinding(try await namespace(of: request), of: store)
    }

    private func entry(of request: HTTPRequest) async throws -> KVEntry {
        let key = try Self.key(request)
        guard let entry = try await binding(of: request).getWithMetadata(key) else { throw APIFailure.keyNotFound }
        return entry
    }

    /// The key that the address names; the router has decoded it, once.
    private static func key(_ request: HTTPRequest) throws(KVRefusal) -> KeyName {
        try KeyName(request.parameters["key"] ?? "")
    }

    private static func expiration(_ query: FormFields) throws(APIFailure) -> KVExpiration? {
        KVExpiration(
            expiration: try query.wholeNumber("expiration") { text in
                APIFailure(.invalidExpiration, .badRequest, "Invalid expiration of \(text). Please specify integer.")
            },
            ttl: try query.wholeNumber("expiration_ttl") { text in
                APIFailure(
                    .invalidExpirationTTL,
                    .badRequest,
                    "Invalid expiration_ttl of \(text). Please specify integer."
                )
            }
        )
    }
}
