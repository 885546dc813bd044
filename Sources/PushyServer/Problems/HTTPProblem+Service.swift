import Foundation
import HTTPServer
import PushyCore

extension HTTPProblem {
    /// The service's errors as a client reads them; nil for an error that is none of the service's own.
    ///
    /// A wait for the next budget is reckoned from the moment.
    init?(of error: any Error, at moment: Date) {
        switch error {
        case let problem as HTTPProblem: self = problem
        case let error as KVError: self.init(error, at: moment)
        case let failure as BroadcastFailure: self.init(failure, at: moment)
        case let failure as AppFailure: self.init(failure, at: moment)
        case let failure as SendFailure: self.init(failure, at: moment)
        case let fault as DraftFault: self.init(.badRequest, fault.description)
        default: return nil
        }
    }

    private init(_ failure: BroadcastFailure, at moment: Date) {
        switch failure {
        case .unknown: self.init(.notFound, failure.description)
        case .wrongState, .idempotencyKeyTaken, .noWay: self.init(.conflict, failure.description)
        case .notConfigured: self.init(.serviceUnavailable, failure.description)
        case .fault: self.init(.badRequest, failure.description)
        case .app(let failure): self.init(failure, at: moment)
        case .store(let error): self.init(error, at: moment)
        }
    }

    private init(_ failure: SendFailure, at moment: Date) {
        switch failure {
        case .unknownDevice: self.init(.notFound, failure.description)
        case .keyTaken, .cutShort: self.init(.conflict, failure.description)
        case .noWayNow: self.init(.serviceUnavailable, failure.description)
        case .tooMany: self.init(.serviceUnavailable, failure.description, retryAfterSeconds: 5)
        case .underWay: self.init(.conflict, failure.description, retryAfterSeconds: 1)
        case .app(let failure): self.init(failure, at: moment)
        }
    }

    private init(_ failure: AppFailure, at moment: Date) {
        switch failure {
        case .unknown: self.init(.notFound, failure.description)
        case .exists, .unchangeable: self.init(.conflict, failure.description)
        case .masterKeyMissing, .masterKeyOther: self.init(.serviceUnavailable, failure.description)
        case .fault: self.init(.badRequest, failure.description)
        case .store(let error): self.init(error, at: moment)
        }
    }

    private init(_ error: KVError, at moment: Date) {
        switch error {
        case .refused(let refusal): self.init(refusal, at: moment)
        case .unavailable, .busy, .missing, .incompatible, .damaged, .closed:
            self.init(.serviceUnavailable, error.description)
        case .unknownNamespace: self.init(.notFound, error.description)
        case .namespaceExists, .invalidTitle: self.init(.badRequest, error.description)
        }
    }

    private init(_ refusal: KVRefusal, at moment: Date) {
        switch refusal {
        case .budgetSpent(_, let period):
            let seconds = max(1, Int(period.end.timeIntervalSince(moment).rounded(.up)))
            self.init(.tooManyRequests, refusal.description, retryAfterSeconds: seconds)
        case .tooManyRequests:
            self.init(
                .tooManyRequests,
                "This token was written less than a second ago. Try again in a second.",
                retryAfterSeconds: 1
            )
        default: self.init(.badRequest, refusal.description)
        }
    }
}
