import Foundation
import HTTPClient
import JSON

/// Sends messages to Android, Apple and web apps through Firebase Cloud Messaging, for one service account.
///
/// Source: Firebase, FCM HTTP v1 API.
public final class FCMClient: Sendable {
    private let account: ServiceAccount
    private let http: HTTPClient
    private let tokens: AccessTokenSource
    private let url: String

    /// Takes the account; the client may serve other accounts as well, each in a lane of its own.
    public init(
        account: ServiceAccount,
        over http: HTTPClient,
        at endpoint: FCMEndpoint = .google,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.account = account
        self.http = http
        tokens = AccessTokenSource(account, http: http, now: now)
        url = "\(endpoint.base)/v1/projects/\(account.projectID)/messages:send"
    }

    /// Sends one message to one target, once; again only where FCM refused the access token. What still waits for its turn
    /// and is not wanted any more ends as cancelled; what has no answer within the patience, where there is one, as timed out.
    public func send(
        _ message: FCMMessage,
        to target: FCMTarget,
        within patience: Duration? = nil,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool = { true }
    ) async -> FCMOutcome {
        await send(message.body(for: target), within: patience, whileWanted: isStillWanted)
    }

    /// Has FCM look at a message and send nothing.
    public func validate(_ message: FCMMessage, for target: FCMTarget) async -> FCMOutcome {
        await send(message.trialBody(for: target), within: nil, whileWanted: { true })
    }

    private func send(
        _ body: [UInt8],
        within patience: Duration?,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool
    ) async -> FCMOutcome {
        do throws(FCMFailure) {
            let token = try await tokens.token()
            let answer = try await answer(to: body, with: token, within: patience, whileWanted: isStillWanted)
            guard answer.refusesAccess else { return answer.outcome }
            let other = try await tokens.token(otherThan: token)
            let second = try await self.answer(to: body, with: other, within: patience, whileWanted: isStillWanted)
            return second.refusesAccess ? .failed(.accessRefused) : second.outcome
        } catch {
            return .failed(error)
        }
    }

    private func answer(
        to body: [UInt8],
        with token: AccessToken,
        within patience: Duration?,
        whileWanted isStillWanted: @escaping @Sendable () -> Bool
    ) async throws(FCMFailure) -> FCMAnswer {
        var request = ClientRequest.post(json: body, to: url)
        request.headers.append(ClientRequest.Header("Authorization", "Bearer \(token.text)"))
        request.lane = account.projectID
        request.patience = patience
        do throws(HTTPClientError) {
            return FCMAnswer(try await http.response(to: request, whileWanted: isStillWanted))
        } catch {
            throw .transport(error)
        }
    }
}
