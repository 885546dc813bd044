import Foundation
import HTTPClient
import JSON
import PushCrypto
import Synchronization

/// An account's access token, fetched by one caller while all others wait for the same answer.
///
/// A token is replaced some minutes before it ends; until the new one is there the old one goes on serving. A refusal is
/// remembered for a while, so that an account that was revoked does not ask for each message.
final class AccessTokenSource: Sendable {
    /// A token is replaced so long before it ends.
    static let margin: TimeInterval = 5 * 60
    /// So long the last refusal stands for the next.
    static let pauseAfterRefusal: TimeInterval = 10
    /// A login server that takes longer is as good as none to whoever waits for a message's answer.
    private static let patience = Duration.seconds(10)

    private let account: ServiceAccount
    private let http: HTTPClient
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    private struct State {
        var token: AccessToken?
        var fetch: Task<Result<AccessToken, FCMFailure>, Never>?
        var refusal: (failure: FCMFailure, until: Date)?
    }

    init(_ account: ServiceAccount, http: HTTPClient, now: @escaping @Sendable () -> Date) {
        self.account = account
        self.http = http
        self.now = now
    }

    /// A token that is good for now.
    func token() async throws(FCMFailure) -> AccessToken {
        try await token { token, moment in token.expiry > moment }
    }

    /// Another token than the one that FCM has refused.
    func token(otherThan refused: AccessToken) async throws(FCMFailure) -> AccessToken {
        state.withLock { if $0.token == refused { $0.token = nil } }
        return try await token { token, moment in token.expiry > moment && token != refused }
    }

    private func token(where isGood: (AccessToken, Date) -> Bool) async throws(FCMFailure) -> AccessToken {
        let moment = now()
        let step: Step = state.withLock { state in
            let good = state.token.flatMap { isGood($0, moment) ? $0 : nil }
            if let good, good.expiry > moment + Self.margin { return .take(good) }
            if let refusal = state.refusal, moment < refusal.until {
                return good.map { .take($0) } ?? .fail(refusal.failure)
            }
            let fetch = state.fetch ?? Task { await self.fetch() }
            state.fetch = fetch
            return good.map { .take($0) } ?? .await(fetch)
        }
        switch step {
        case .take(let token): return token
        case .fail(let failure): throw failure
        case .await(let fetch): return try await fetch.value.get()
        }
    }

    private enum Step {
        case take(AccessToken)
        case fail(FCMFailure)
        case await(Task<Result<AccessToken, FCMFailure>, Never>)
    }

    private func fetch() async -> Result<AccessToken, FCMFailure> {
        let result: Result<AccessToken, FCMFailure>
        do throws(FCMFailure) {
            result = .success(try await fetchToken())
        } catch {
            result = .failure(error)
        }
        let moment = now()
        state.withLock { state in
            state.fetch = nil
            switch result {
            case .success(let token):
                state.token = token
                state.refusal = nil
            case .failure(let failure): state.refusal = (failure, moment + Self.pauseAfterRefusal)
            }
        }
        return result
    }

    private func fetchToken() async throws(FCMFailure) -> AccessToken {
        let asked = now()
        var request: ClientRequest
        do throws(CryptoFailure) {
            request = try account.tokenRequest(at: asked)
        } catch {
            throw .signing(error)
        }
        request.patience = Self.patience
        let response: ClientResponse
        do throws(HTTPClientError) {
            response = try await http.response(to: request)
        } catch {
            throw .tokenNotReached(error)
        }
        return try AccessToken(response, askedAt: asked)
    }
}
