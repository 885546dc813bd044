import Foundation
import HTTPServer
import PushyCore

/// The REST API of Workers KV over the store: Cloudflare's SDKs and tools work with it when their base address is changed.
///
/// Any account id is taken. Each operation is counted and refused as the one of a Worker is, by key; the service's own
/// records are not to be seen. The namespace titled `tokens` is the token registry's, and stays as long as the service does.
///
/// Source: Cloudflare API, Workers KV. Where it does not say what happens, the code says what was chosen, with "(?)".
struct WorkersKVAPI: Sendable {
    /// What all addresses of the API begin with.
    static let root = "/client/v4"
    /// The address of the namespaces.
    private static let namespaces = root + "/accounts/{account}/storage/kv/namespaces"
    /// The longest upload in bytes, as of a bulk write. A single value has the same room: it may come as JSON, in which
    /// each byte may be six.
    static let uploadLimit = 100 << 20
    /// Room for a title in which each byte is escaped.
    private static let titleUploadLimit = 8 << 10
    /// Room for the names of a bulk get in which each byte is escaped.
    private static let namesUploadLimit = 1 << 20

    let store: KVStore
    let now: @Sendable () -> Date

    /// Adds all calls of the API.
    ///
    /// - Parameters:
    ///   - router: where to.
    ///   - admission: looks at each request before its body is read.
    func add(to router: inout Router, admission: @escaping Router.Admission) {
        router.renderProblems(under: Self.root + "/") { problem, _ in APIFailure(problem).response }

        var routes = APIRoutes(router: router, admission: admission, now: now)
        routes.add(.get, Self.namespaces, listNamespaces)
        routes.add(.post, Self.namespaces, bodyLimit: Self.titleUploadLimit, createNamespace)

        let namespace = Self.namespaces + "/{namespace}"
        routes.add(.get, namespace, showNamespace)
        routes.add(.put, namespace, bodyLimit: Self.titleUploadLimit, renameNamespace)
        routes.add(.delete, namespace, deleteNamespace)

        routes.add(.get, namespace + "/keys", operation: "list keys", listKeys)
        routes.add(.get, namespace + "/values/{key...}", operation: "get", getValue)
        routes.add(.put, namespace + "/values/{key...}", operation: "put", bodyLimit: Self.uploadLimit, putValue)
        routes.add(.delete, namespace + "/values/{key...}", operation: "delete", deleteValue)
        routes.add(.get, namespace + "/metadata/{key...}", operation: "get", getMetadata)

        routes.add(.put, namespace + "/bulk", operation: "put", bodyLimit: Self.uploadLimit, bulkPut)
        routes.add(.post, namespace + "/bulk/delete", operation: "delete", bodyLimit: Self.uploadLimit, bulkDelete)
        // The older form, which wrangler still uses.
        routes.add(.delete, namespace + "/bulk", operation: "delete", bodyLimit: Self.uploadLimit, bulkDelete)
        routes.add(.post, namespace + "/bulk/get", operation: "get", bodyLimit: Self.namesUploadLimit, bulkGet)
        router = routes.router
    }
}

extension Router {
    /// Adds Workers KV's REST API, under `/client/v4`.
    ///
    /// - Parameters:
    ///   - store: what it works on.
    ///   - admission: looks at each request before its body is read; its problem is shown in Cloudflare's envelope.
    ///   - now: the clock by which a client is told how long to wait for the next budget.
    mutating func addWorkersKV(
        _ store: KVStore,
        admission: @escaping Admission,
        now: @escaping @Sendable () -> Date
    ) {
        WorkersKVAPI(store: store, now: now).add(to: &self, admission: admission)
    }
}
