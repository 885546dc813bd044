import HTTPServer

/// `/openapi.json`: what programs may ask and what they are answered, for tools that read it. It holds no secret.
///
/// Source: OpenAPI 3.1.
struct DescriptionRoutes: Sendable {
    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.addOpen(.get, "/openapi.json", to: &router) { _ in .json(PackageResources.openapi_json) }
    }
}
