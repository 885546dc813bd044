import HTTPServer
import PushyCore

extension WorkersKVAPI {
    func listNamespaces(_ request: HTTPRequest) async throws -> HTTPResponse {
        let page = try NamespacePage(request.query)
        let all = try await store.namespaces()
        let shown = page.part(of: all)
        return .result(
            .array(shown.map(\.json)),
            info: [
                "page": .integer(page.number),
                "per_page": .integer(page.size),
                "count": .integer(shown.count),
                "total_count": .integer(all.count),
            ]
        )
    }

    func createNamespace(_ request: HTTPRequest) async throws -> HTTPResponse {
        let title = try Self.title(request)
        try Self.checkIsNoApp(title)
        return .result(try await store.createNamespace(titled: title).json)
    }

    func showNamespace(_ request: HTTPRequest) async throws -> HTTPResponse {
        .result(try await namespace(of: request).json)
    }

    func renameNamespace(_ request: HTTPRequest) async throws -> HTTPResponse {
        let title = try Self.title(request)
        let namespace = try await namespace(of: request)
        if title != namespace.title {
            try Self.checkIsFree(namespace)
            try Self.checkIsNoApp(title)
        }
        return .result(try await store.renameNamespace(id: namespace.id, to: title).json)
    }

    func deleteNamespace(_ request: HTTPRequest) async throws -> HTTPResponse {
        let namespace = try await namespace(of: request)
        try Self.checkIsFree(namespace)
        try await store.deleteNamespace(id: namespace.id)
        return .result([:])
    }

    /// The namespace that the address names.
    func namespace(of request: HTTPRequest) async throws -> KVNamespace {
        guard let id = request.parameters["namespace"], let namespace = try await store.namespace(id: id) else {
            throw APIFailure.namespaceNotFound
        }
        return namespace
    }

    /// The registries of tokens hold their namespaces open: without them no app could register until the next start.
    private static func checkIsFree(_ namespace: KVNamespace) throws(APIFailure) {
        guard namespace.title != TokenRegistry.namespaceTitle, !namespace.title.hasPrefix(AppSpace.titlePrefix) else {
            throw APIFailure(
                .invalidRequest,
                .forbidden,
                "the namespace \(namespace.title) holds the registered devices: it cannot be renamed or deleted"
            )
        }
    }

    private static func checkIsNoApp(_ title: String) throws(APIFailure) {
        guard !title.hasPrefix(AppSpace.titlePrefix) else {
            throw APIFailure(
                .invalidRequest,
                .forbidden,
                "titles that begin with \(AppSpace.titlePrefix) are for the devices of apps: create the app, or take another title"
            )
        }
    }

    private static func title(_ request: HTTPRequest) throws -> String {
        guard case .string(let title) = try JSONValue(reading: request.body)["title"], !title.isEmpty else {
            throw APIFailure.missingTitle
        }
        return title
    }
}

extension KVNamespace {
    fileprivate var json: JSONText {
        ["id": .string(id), "title": .string(title), "supports_url_encoding": true]
    }
}
