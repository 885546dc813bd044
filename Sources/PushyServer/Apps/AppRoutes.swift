import HTTPServer
import PushyCore

/// `/admin/apps`: the owner's apps and their keys. Programs get JSON, people get pages, from the same addresses.
struct AppRoutes: Sendable {
    /// The longest body in bytes: a service account's file is some 2,400, and its line breaks may be escaped.
    static let bodyLimit = 32_768

    let apps: Apps
    let pages: AppPages

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/apps", in: &router) { request, visitor in
            guard !request.prefersHTML else { return try await pages.list(request, visitor) }
            let json: JSONValue = ["apps": .array(try await apps.all().map { .object($0.json) })]
            return .json(json.written())
        }
        owner.change("/admin/apps", bodyLimit: Self.bodyLimit, in: &router, create)
        owner.show("/admin/apps/{id}", in: &router) { request, visitor in
            guard !request.prefersHTML else { return try await pages.show(request, visitor) }
            return .json(JSONValue.object(try await apps.app(request.appID).json).written())
        }
        owner.change(.patch, "/admin/apps/{id}", bodyLimit: Self.bodyLimit, in: &router) { request, _ in
            let fields = try request.jsonObject(example: #"{"name": "My App"}"#)
            return .json(JSONValue.object(try await apps.change(request.appID, fields).json).written())
        }
        owner.change(.delete, "/admin/apps/{id}", in: &router) { request, _ in
            let id = try request.appID
            try await pages.delete(id)
            let json: JSONValue = ["id": .string(id.text), "status": "deleted"]
            return .json(json.written())
        }
        owner.change("/admin/apps/{id}/rotate-key", in: &router, rotateKey)
        pages.add(to: &router, through: owner)
    }

    private func create(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        guard !request.isForm else { return try await pages.create(request, visitor) }
        let fields = try request.jsonObject(example: #"{"id": "my-app", "name": "My App"}"#)
        let new = try await apps.create(fields, by: .program)
        var json = new.app.json
        json["api_key"] = .string(new.backendKey.text)
        json["client_key"] = .string(new.clientKey.text)
        var response = HTTPResponse.json(JSONValue.object(json).written(), status: .created)
        response.headers["Location"] = "/admin/apps/\(new.app.id)"
        return response
    }

    private func rotateKey(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        // A program's form says nothing of the key that it is to take the place of.
        if request.isForm, request.prefersHTML { return try await pages.rotateKey(request, visitor) }
        let role = try role(request)
        let key = try await apps.rotateKey(of: request.appID, for: role, by: .program)
        let json: JSONValue = [role.fieldName: .string(key.text)]
        return .json(json.written())
    }

    private func role(_ request: HTTPRequest) throws(HTTPProblem) -> AppKey.Role {
        guard !request.body.isEmpty, !request.isForm else { return .backend }
        let fields = try request.jsonObject(example: #"{"key": "client"}"#)
        // A misspelled member must not cost the owner the other key.
        guard fields.members.allSatisfy({ $0.name == "key" }) else {
            throw HTTPProblem(.badRequest, #"There is but one member, "key"."#)
        }
        switch fields["key"] {
        case nil, .null, "api": return .backend
        case "client": return .client
        default:
            throw HTTPProblem(
                .badRequest,
                #"The member "key" must be "api" or "client", or be left out: then it is "api"."#
            )
        }
    }
}

extension HTTPRequest {
    /// The app that the address names.
    var appID: AppID {
        get throws(HTTPProblem) {
            let text = parameters["id"] ?? ""
            guard let id = try? AppID(text) else { throw HTTPProblem(.notFound, "There is no app \(text.prefix(64)).") }
            return id
        }
    }
}
