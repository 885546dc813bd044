import Foundation
import HTTPServer
import PushyCore

extension APIFailure {
    /// What a call's error is answered with; nil for an error that is none of the service's own.
    ///
    /// The operation is what Cloudflare's messages call the call; a wait for the next budget is reckoned from the moment.
    init?(of error: any Error, during operation: String?, at moment: Date) {
        switch error {
        case let failure as APIFailure: self = failure.named(by: operation)
        case let problem as HTTPProblem: self.init(problem)
        case let refusal as KVRefusal: self = APIFailure(refusal, at: moment).named(by: operation)
        case KVError.refused(let refusal): self = APIFailure(refusal, at: moment).named(by: operation)
        case let error as KVError: self.init(error)
        case let fault as JSONFault: self = .invalid("the body is not JSON: \(fault)").named(by: operation)
        default: return nil
        }
    }

    /// The failure with the operation in front, as in `get: 'key not found'`. What concerns the namespace or the account
    /// goes without.
    private func named(by operation: String?) -> APIFailure {
        guard let operation, code != .namespaceNotFound, code != .freeLimitReached else { return self }
        return APIFailure(
            code,
            status,
            "\(operation): '\(message)'",
            isWorthRetrying: isWorthRetrying,
            headers: headers
        )
    }

    private init(_ error: KVError) {
        switch error {
        case .unknownNamespace: self = .namespaceNotFound
        case .namespaceExists:
            self.init(.namespaceExists, .badRequest, "a namespace with this account ID and title already exists")
        case .invalidTitle: self.init(.invalidRequest, .badRequest, error.description)
        case .refused, .unavailable, .busy, .missing, .incompatible, .damaged, .closed:
            self.init(.unavailable, .serviceUnavailable, error.description, isWorthRetrying: true)
        }
    }

    private init(_ refusal: KVRefusal, at moment: Date) {
        let status = refusal.status.flatMap(HTTPStatus.init) ?? .badRequest
        switch refusal {
        case .tooManyRequests:
            self.init(
                .tooManyRequests,
                .tooManyRequests,
                "too many requests",
                isWorthRetrying: true,
                headers: ["Retry-After": "1"]
            )
        case .budgetSpent(_, let period):
            let seconds = max(1, Int(period.end.timeIntervalSince(moment).rounded(.up)))
            self.init(
                .freeLimitReached,
                .tooManyRequests,
                Self.budgetMessage(period.granularity),
                headers: ["Retry-After": String(seconds)]
            )
        default: self.init(Code(refusal), status, refusal.description)
        }
    }

    /// (?) Cloudflare bills a paid account instead of refusing; where a monthly budget refuses here, it says so.
    private static func budgetMessage(_ granularity: BudgetPeriod.Granularity) -> String {
        switch granularity {
        case .day: "your account has reached the free usage limit for this operation for today"
        case .month: "your account has reached the usage limit for this operation for this month"
        }
    }
}

extension APIFailure.Code {
    fileprivate init(_ refusal: KVRefusal) {
        switch refusal {
        case .emptyKey, .reservedKey: self = .illegalKeyName
        case .keyTooLong: self = .keyTooLong
        case .valueTooLong, .bulkTooLong: self = .payloadTooLarge
        case .metadataTooLong, .malformedMetadata: self = .invalidMetadata
        case .ttlNotPositive, .ttlTooShort: self = .invalidExpirationTTL
        case .expirationPassed, .expirationTooSoon: self = .invalidExpiration
        case .listLimitTooLow, .listLimitTooHigh: self = .invalidLimit
        case .malformedCursor: self = .invalidCursor
        case .noKeys: self = .invalidRequest
        case .tooManyKeys: self = .tooManyInBulk
        case .tooManyRequests: self = .tooManyRequests
        case .budgetSpent: self = .freeLimitReached
        }
    }
}
