import HTTPServer
import PushyCore

/// Lets the owner in, and nobody else: a program that presents the admin key, or a browser in which it was entered.
struct OwnerGate: Sendable {
    /// Who was let in.
    struct Visitor: Sendable {
        /// The session whose ticket a browser holds; nil for a program, which presented the key itself.
        let session: OwnerSession?
        /// Whether there is more than one thing to see among the apps.
        var leadsToApps = false
    }

    let key: AccessKey
    let sessions: OwnerSessions
    let guesses: GuessLimit

    /// - Throws: an ``HTTPProblem``: 401 without key or session, 429 after too many wrong keys; what the store throws.
    func admit(_ request: HTTPRequest) async throws -> Visitor {
        if let authorization = request.headers["Authorization"] {
            try await check(authorization, from: request.clientAddress)
            return Visitor(session: nil)
        }
        guard let session = try await session(of: request) else {
            throw HTTPProblem.ownerUnknown(
                "This is for the owner: log in at /admin, or send the header Authorization: Bearer with the admin key."
            )
        }
        return Visitor(session: session)
    }

    /// The session of a browser that is logged in.
    func session(of request: HTTPRequest) async throws -> OwnerSession? {
        guard let ticket = request.cookie(.session) else { return nil }
        return try await sessions.session(ticket: ticket)
    }

    private func check(_ authorization: String, from address: IPAddress) async throws(HTTPProblem) {
        guard !key.isBearer(of: authorization) else { return }
        try guesses.check(.stranger(address))
        await guesses.punish(.stranger(address))
        throw .ownerUnknown("The header Authorization does not hold the admin key: compare it with PUSHY_ADMIN_KEY.")
    }
}

extension AccessKey {
    /// Whether the value of a header `Authorization` presents this key. Source: RFC 6750 §2.1.
    func isBearer(of authorization: String) -> Bool {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" && matches(String(parts[1]))
    }
}

extension HTTPProblem {
    /// 401. Source: RFC 6750 §3.
    static func ownerUnknown(_ detail: String) -> HTTPProblem {
        HTTPProblem(.unauthorized, detail, headers: ["WWW-Authenticate": #"Bearer realm="Pushy""#])
    }
}
