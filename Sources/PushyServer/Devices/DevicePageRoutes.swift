import HTTPServer
import PushyCore

/// `/admin/devices`: the owner looks for a device, sees what is kept of it, and removes it; `/admin/tokens/export`: all of them
/// as a file.
///
/// No address holds a token: browsers remember addresses, and proxies log them.
struct DevicePageRoutes: Sendable {
    private static let pageCount = 50
    /// So many digits tell next to nothing, and more do not help to find one.
    private static let longestPrefix = 12

    let store: KVStore
    let registry: TokenRegistry
    let testDevices: TestDevices
    let sessions: OwnerSessions
    let apps: Apps

    func add(to router: inout Router, through owner: OwnerRouter) {
        owner.show("/admin/devices", in: &router, list)
        owner.change("/admin/devices", in: &router, search)
        owner.show("/admin/devices/{alias}", in: &router, show)
        owner.show("/admin/devices/{alias}/remove", in: &router, askOnceMore)
        owner.change("/admin/devices/{alias}/remove", in: &router, remove)
        owner.show("/admin/tokens/export", in: &router, export)
    }

    private func list(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let text = request.query["prefix"] ?? ""
        guard let prefix = TokenPrefix(text) else { return refusal(of: text, visitor) }
        var page = DevicesPage(prefix: prefix.digits)
        page.done = request.query["done"].flatMap(TokenRegistry.Discarding.init).map(\.sentence)
        let alias = try request.query["after"].map { text throws(HTTPProblem) in
            guard let alias = TokenAlias(text) else { throw .cursorUnknown }
            return alias
        }
        page.isContinued = alias != nil
        if prefix.digits.isEmpty, alias == nil { page.testDevices = try await testDevices.all() }
        page.picker = AppPicker(apps: try await apps.all(), current: .default) { "/admin/apps/\($0)/devices" }
        page.found = try await registry.search(prefix, after: alias, limit: Self.pageCount)
        return page.page(in: sessions.frame(of: visitor)).response
    }

    /// Leads to the one device whose token begins so, or to the list of them.
    private func search(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let text = try request.form()["prefix"] ?? ""
        guard let prefix = TokenPrefix(text) else { return refusal(of: text, visitor) }
        let found = try await registry.search(prefix, limit: 2)
        if found.tokens.count == 1, !prefix.digits.isEmpty { return .redirect(to: found.tokens[0].token.address) }
        if found.tokens.isEmpty {
            return DevicesPage(prefix: prefix.digits, found: found).page(in: sessions.frame(of: visitor))
                .response
        }
        return .redirect(to: DevicesPage.address(String(prefix.digits.prefix(Self.longestPrefix)), after: nil))
    }

    private func refusal(of text: String, _ visitor: OwnerGate.Visitor) -> HTTPResponse {
        var page = DevicesPage(prefix: text)
        page.fault = "A token consists of the digits 0 to 9 and the letters a to f: type or paste its beginning."
        return page.page(in: sessions.frame(of: visitor)).response
    }

    private func show(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let token = try await registry.token(of: request)
        guard let sheet = try await registry.sheet(of: token) else { throw HTTPProblem.deviceUnknown }
        let mark = try await testDevices.all().first { $0.token == token }
        return DevicePage(sheet: sheet, mark: mark, isShown: request.query["token"] == "shown")
            .page(in: sessions.frame(of: visitor)).response
    }

    private func askOnceMore(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let token = try await registry.token(of: request)
        let page = RemovalPage(
            name: token.masked,
            action: "\(token.address)/remove",
            back: token.address,
            deletes: try await store.usage().spending[.deletes],
            isEnforced: store.budget.enforced.contains(.deletes)
        )
        return page.page(in: sessions.frame(of: visitor)).response
    }

    private func remove(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        let discarding = try await registry.discard(registry.token(of: request))
        return .redirect(to: "/admin/devices?done=\(discarding.rawValue)")
    }

    private func export(_ request: HTTPRequest, _ visitor: OwnerGate.Visitor) async throws -> HTTPResponse {
        var response = HTTPResponse.stream(registry.export.map(\.bytes), contentType: "application/json")
        response.headers["Content-Disposition"] = #"attachment; filename="tokens.json""#
        return response
    }
}

extension TokenRegistry {
    /// The token that the address of a request means.
    func token(of request: HTTPRequest) async throws -> DeviceToken {
        guard let alias = TokenAlias(request.parameters["alias"] ?? ""), let token = try await token(named: alias)
        else {
            throw HTTPProblem.deviceUnknown
        }
        return token
    }
}

extension HTTPProblem {
    /// An address of a device that is not there.
    static let deviceUnknown = HTTPProblem(
        .notFound,
        "There is no such device, or no more. Look for it at /admin/devices."
    )
}

extension TokenRegistry.Discarding {
    /// What became of it, for the owner.
    var sentence: String {
        switch self {
        case .removed: "The device was removed."
        case .pending:
            "The budget of deletes is spent: the device is left out of broadcasts, and deleted when the next budget begins."
        case .absent: "The device was gone already."
        }
    }
}
